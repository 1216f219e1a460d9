import { minute } from '@baseplate/service/clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { moderate } from '../../moderation/actions/moderate.ts'
import {
  type IdentityProvider,
  startIdentityProvider,
  visitProvider,
} from '../../testing/identity-provider.ts'
import { device, password, registerPerson, sender } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { login } from '../login/login.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { useSession } from '../sessions/sessions.ts'
import { createProviderClient } from './client.ts'
import { viewSignInWays } from './queries.ts'
import { registerWithIdentity } from './register.ts'
import { beginProviderSignIn, finishProviderSignIn } from './sign-in.ts'
import type { ProviderPurpose } from './tables.ts'

const origin = 'https://play.example'
let provider: IdentityProvider

beforeAll(async () => {
  provider = await startIdentityProvider(origin)
})
afterAll(() => provider.stop())

const open = (kind: DatabaseKind, { config, environment }: IdentityProvider = provider) =>
  openTestPlatform(kind, config, { BASE_URL: origin, ...environment })

const begin = (platform: TestPlatform, { browser, purpose = 'sign-in' }: Begin = {}) =>
  beginProviderSignIn(
    platform,
    null,
    { provider: 'example', ...(purpose === 'proof' && { proof: '' }) },
    { ...device, providerToken: browser },
  )
interface Begin {
  browser?: string
  purpose?: ProviderPurpose
}

const finish = (platform: TestPlatform, callback: URL, browser: string, actor: Actor | null = null) =>
  finishProviderSignIn(
    platform,
    actor,
    { provider: 'example', query: callback.searchParams },
    { ...sender, providerToken: browser },
  )

/** Signs in at the provider and returns the browser's token with the outcome. */
async function signIn(platform: TestPlatform, name = 'anna') {
  const { url, browser } = await begin(platform)
  const outcome = await finish(platform, await visitProvider().follow(url, name), browser)
  return { browser, outcome }
}

const refused = (code: string) => ({ problem: { code: `accounts.${code}` } })

describe.each(databases)('signing in with an identity provider on %s', (kind) => {
  test('registers a user once, who then signs in', async () => {
    const platform = await open(kind)
    await registerPerson(platform, 'Founder')
    const { browser, outcome } = await signIn(platform)
    expect(outcome).toEqual({ kind: 'waiting' })
    const token = await registerWithIdentity(
      platform,
      null,
      { username: 'Anna' },
      { ...device, providerToken: browser },
    )
    const anna = (await useSession(platform, token))?.actor
    expect(anna).toMatchObject({ username: 'Anna', permissionLevel: 1 })
    const again = registerWithIdentity(
      platform,
      null,
      { username: 'Anna2' },
      { ...device, providerToken: browser },
    )
    await expect(again).rejects.toMatchObject(refused('provider_expired'))
    const { outcome: later } = await signIn(platform)
    if (later.kind !== 'session') throw new Error(later.kind)
    expect((await useSession(platform, later.token))?.actor.id).toBe(anna?.id)
    expect((await signIn(platform, 'ben')).outcome).toEqual({ kind: 'waiting' })
  })

  test.each([
    (issuer: string) => `${issuer}/`,
    (issuer: string) => `${issuer}/.well-known/openid-configuration`,
  ])('finds the account of a person however the operator spells the issuer: %#', async (spell) => {
    const platform = await open(kind)
    await registerPerson(platform, 'Founder')
    const { browser } = await signIn(platform)
    await registerWithIdentity(platform, null, { username: 'Anna' }, { ...device, providerToken: browser })
    const [configured] = platform.config.SignIn.Providers
    if (!configured) throw new Error('no provider')
    const Issuer = spell(configured.Issuer)
    const config = { ...platform.config, SignIn: { Providers: [{ ...configured, Issuer }] } }
    const respelled = { ...platform, config, providerClient: createProviderClient({ ...platform, config }) }
    expect((await signIn(respelled)).outcome.kind).toBe('session')
    const { user_id } = await platform.db
      .selectFrom('linked_identities')
      .select('user_id')
      .executeTakeFirstOrThrow()
    expect(await viewSignInWays(respelled, user_id)).toMatchObject({
      identities: [{ name: 'Example', usable: true }],
      linkable: [],
    })
    // Another spelling was stored.
    await platform.db.updateTable('linked_identities').set({ issuer: Issuer }).execute()
    expect((await signIn(platform)).outcome.kind).toBe('session')
  })

  test('lets one of two simultaneous registrations of the same person win', async () => {
    const platform = await open(kind)
    await registerPerson(platform, 'Founder')
    const browsers = [await signIn(platform), await signIn(platform)]
    const results = await Promise.allSettled(
      browsers.map(({ browser }, at) =>
        registerWithIdentity(
          platform,
          null,
          { username: `Anna${at}` },
          { ...device, providerToken: browser },
        ),
      ),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [lost] = results.filter(({ status }) => status === 'rejected')
    expect(lost).toMatchObject({ reason: refused('identity_taken') })
    expect((await signIn(platform)).outcome.kind).toBe('session')
  })

  test('leads a banned user to the same notice as a password', async () => {
    const platform = await open(kind)
    const founder = await registerPerson(platform, 'Founder')
    const { browser } = await signIn(platform)
    await registerWithIdentity(platform, null, { username: 'Anna' }, { ...device, providerToken: browser })
    const password_hash = await hashPassword(password)
    await platform.db.updateTable('users').set({ password_hash }).where('username', '=', 'Anna').execute()
    await moderate(platform, founder, { username: 'Anna', type: 'Ban', reason: 'Spam', days: '1' })
    const { outcome } = await signIn(platform)
    if (outcome.kind !== 'session') throw new Error(outcome.kind)
    const byProvider = (await useSession(platform, outcome.token))?.actor
    const byPassword = await login(platform, null, { username: 'Anna', password }, device)
    expect(byProvider).toMatchObject({ standing: { type: 'Ban', reason: 'Spam' } })
    expect(byProvider).toEqual((await useSession(platform, byPassword))?.actor)
  })

  test('requires a registration key if the site does', async () => {
    const { config, environment } = provider
    const keys = { ...config, Registration: { Keys: { Enabled: true } } }
    const platform = await openTestPlatform(kind, keys, { BASE_URL: origin, ...environment })
    await registerPerson(platform, 'Founder')
    const { browser } = await signIn(platform)
    const without = registerWithIdentity(
      platform,
      null,
      { username: 'Anna', regkey: 'x' },
      { ...device, providerToken: browser },
    )
    await expect(without).rejects.toMatchObject({ problems: { regkey: { code: 'accounts.key_invalid' } } })
  })
})

describe('the response of an identity provider', () => {
  test('is accepted once, within 15 minutes, from the browser that began', async () => {
    const platform = await open('SQLite')
    const { url, browser } = await begin(platform)
    const other = await begin(platform)
    const callback = await visitProvider().follow(url)
    await expect(finish(platform, callback, other.browser)).rejects.toMatchObject(refused('provider_expired'))
    expect(await finish(platform, callback, browser)).toEqual({ kind: 'waiting' })
    await expect(finish(platform, callback, browser)).rejects.toMatchObject(refused('provider_expired'))
    const late = await visitProvider().follow(other.url)
    platform.pass(15 * minute)
    await expect(finish(platform, late, other.browser)).rejects.toMatchObject(refused('provider_expired'))
  })

  test('is refused with a code that was already used', async () => {
    const platform = await open('SQLite')
    const first = await begin(platform)
    const used = await visitProvider().follow(first.url)
    await finish(platform, used, first.browser)
    const second = await begin(platform)
    const callback = await visitProvider().follow(second.url)
    callback.searchParams.set('code', used.searchParams.get('code') ?? '')
    await expect(finish(platform, callback, second.browser)).rejects.toMatchObject(
      refused('provider_answer_invalid'),
    )
  })

  test.each(['nonce', 'code_challenge'])('is refused with another %s', async (name) => {
    const platform = await open('SQLite')
    const { url, browser } = await begin(platform)
    const changed = new URL(url)
    const value = changed.searchParams.get(name) ?? ''
    changed.searchParams.set(name, value.startsWith('A') ? `B${value.slice(1)}` : `A${value.slice(1)}`)
    const callback = await visitProvider().follow(changed.href)
    await expect(finish(platform, callback, browser)).rejects.toMatchObject(
      refused('provider_answer_invalid'),
    )
  })

  test('is refused when the user has cancelled', async () => {
    const platform = await open('SQLite')
    const { url, browser } = await begin(platform)
    const callback = await visitProvider().follow(url, 'anna', true)
    expect(callback.searchParams.get('error')).toBe('access_denied')
    await expect(finish(platform, callback, browser)).rejects.toMatchObject(refused('provider_refused'))
  })

  test.each([-minute, minute])('is accepted from a clock that is off by %i ms', async (clockOffset) => {
    const shifted = await startIdentityProvider(origin, { clockOffset })
    try {
      const platform = await open('SQLite', shifted)
      const { url, browser } = await begin(platform)
      const callback = await visitProvider().follow(url)
      expect(await finish(platform, callback, browser)).toEqual({ kind: 'waiting' })
    } finally {
      await shifted.stop()
    }
  })

  test('is refused while the provider is down', async () => {
    const ending = await startIdentityProvider(origin)
    const platform = await open('SQLite', ending)
    const { url, browser } = await begin(platform)
    const callback = await visitProvider().follow(url)
    await ending.stop()
    await expect(finish(platform, callback, browser)).rejects.toMatchObject(refused('provider_unavailable'))
    const other = await open('SQLite', ending)
    await expect(begin(other)).rejects.toMatchObject(refused('provider_unavailable'))
  })
})
