import { minute } from '@baseplate/service/clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { codeAt } from '../../testing/authenticator.ts'
import {
  type IdentityProvider,
  startIdentityProvider,
  visitProvider,
} from '../../testing/identity-provider.ts'
import { device, inSession, password, registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { confirmTotp, setUpTotp } from '../factors/set-up-totp.ts'
import { completeSignIn } from '../login/complete-sign-in.ts'
import { login } from '../login/login.ts'
import { setPassword } from '../passwords/set-password.ts'
import { createSession, useSession } from '../sessions/sessions.ts'
import { linkIdentity, unlinkIdentity } from './link.ts'
import { viewSignInWays } from './queries.ts'
import { registerWithIdentity } from './register.ts'
import { beginProviderSignIn, finishProviderSignIn } from './sign-in.ts'

const origin = 'https://play.example'
let provider: IdentityProvider

beforeAll(async () => {
  provider = await startIdentityProvider(origin)
})
afterAll(() => provider.stop())

async function open(kind: DatabaseKind) {
  const environment = { BASE_URL: origin, ...provider.environment }
  const platform = await openTestPlatform(kind, provider.config, environment)
  return { platform, founder: await registerPerson(platform, 'Founder') }
}

interface Visit {
  name?: string
  purpose?: 'sign-in' | 'proof'
  actor?: Actor
  session?: string
}

/** Signs in at the provider in a new browser. */
async function visit(platform: TestPlatform, { name, purpose = 'sign-in', actor, session = '' }: Visit = {}) {
  const { url, browser } = await beginProviderSignIn(
    platform,
    null,
    { provider: 'example', ...(purpose === 'proof' && { proof: '' }) },
    device,
  )
  const { searchParams: query } = await visitProvider().follow(url, name)
  const here = { ...inSession(session), providerToken: browser }
  const answer = { provider: 'example', query }
  return { browser, outcome: await finishProviderSignIn(platform, actor ?? null, answer, here) }
}

const refused = (code: string) => ({ problem: { code: `accounts.${code}` } })
const stale = 11 * minute

describe.each(databases)('linking an account of an identity provider on %s', (kind) => {
  test('needs a proof of both accounts, and notifies the owner', async () => {
    const { platform, founder } = await open(kind)
    await expect(linkIdentity(platform, founder, {}, { providerToken: undefined })).rejects.toMatchObject(
      refused('provider_expired'),
    )
    await expect(linkIdentity(platform, founder, {}, { providerToken: 'any' })).rejects.toMatchObject(
      refused('provider_expired'),
    )
    const { browser } = await visit(platform)
    const before = { ...founder, proved: founder.proved - stale }
    await expect(linkIdentity(platform, before, {}, { providerToken: browser })).rejects.toMatchObject(
      refused('fresh_proof_required'),
    )
    await linkIdentity(platform, founder, {}, { providerToken: browser })
    const { outcome } = await visit(platform)
    if (outcome.kind !== 'session') throw new Error(outcome.kind)
    expect((await useSession(platform, outcome.token))?.actor.id).toBe(founder.id)
    const notices = await platform.db.selectFrom('notifications').selectAll().execute()
    expect(JSON.stringify(notices)).toContain('provider_linked')
  })

  test('is refused for an account that is linked to another one, on either side', async () => {
    const { platform, founder } = await open(kind)
    const ben = await registerPerson(platform, 'Ben')
    const [first, second] = [await visit(platform), await visit(platform)]
    await linkIdentity(platform, founder, {}, { providerToken: first.browser })
    await expect(linkIdentity(platform, ben, {}, { providerToken: second.browser })).rejects.toMatchObject(
      refused('identity_taken'),
    )
    await expect(visit(platform, { actor: ben })).rejects.toMatchObject(refused('identity_taken'))
    const other = await visit(platform, { name: 'other' })
    await expect(linkIdentity(platform, founder, {}, { providerToken: other.browser })).rejects.toMatchObject(
      refused('identity_taken'),
    )
    expect((await visit(platform, { actor: founder })).outcome).toEqual({ kind: 'known' })
  })

  test('keeps the second factor of the account', async () => {
    const { platform, founder } = await open(kind)
    await linkIdentity(platform, founder, {}, { providerToken: (await visit(platform)).browser })
    const { secret } = await setUpTotp(platform, founder)
    await confirmTotp(platform, founder, { code: codeAt(secret, platform.now()) })
    const { outcome } = await visit(platform)
    if (outcome.kind !== 'pending') throw new Error(outcome.kind)
    platform.pass(minute)
    const code = codeAt(secret, platform.now())
    const token = await completeSignIn(platform, null, { code }, { ...device, signInToken: outcome.token })
    expect((await useSession(platform, token))?.actor.id).toBe(founder.id)
  })

  test('ends with a fresh proof, but not while it is the only way to sign in', async () => {
    const { platform } = await open(kind)
    const { browser } = await visit(platform)
    const token = await registerWithIdentity(
      platform,
      null,
      { username: 'Anna' },
      { ...device, providerToken: browser },
    )
    const anna = (await useSession(platform, token))?.actor
    if (!anna) throw new Error('not signed in')
    const { issuer } = provider
    const before = { ...anna, proved: anna.proved - stale }
    await expect(unlinkIdentity(platform, before, { issuer })).rejects.toMatchObject(
      refused('fresh_proof_required'),
    )
    await expect(unlinkIdentity(platform, anna, { issuer })).rejects.toMatchObject(
      refused('last_way_to_sign_in'),
    )
    const own = { npassword: 'a password of Anna only', cnpassword: 'a password of Anna only' }
    await expect(setPassword(platform, before, own)).rejects.toMatchObject(refused('fresh_proof_required'))
    await expect(login(platform, null, { username: 'Anna', password }, device)).rejects.toMatchObject({
      problems: { password: { code: 'accounts.credentials_invalid' } },
    })
    await setPassword(platform, anna, own)
    await expect(setPassword(platform, anna, own)).rejects.toMatchObject(refused('password_set_already'))
    await unlinkIdentity(platform, anna, { issuer })
    expect(await viewSignInWays(platform, anna.id)).toMatchObject({ hasPassword: true, identities: [] })
    await login(platform, null, { username: 'Anna', password: own.npassword }, device)
    expect((await visit(platform)).outcome).toEqual({ kind: 'waiting' })
  })

  test('proves the identity of its owner only', async () => {
    const { platform, founder } = await open(kind)
    await linkIdentity(platform, founder, {}, { providerToken: (await visit(platform)).browser })
    platform.pass(stale)
    const session = await createSession(platform.db, founder.id, device, platform.now())
    const { outcome } = await visit(platform, { purpose: 'proof', actor: founder, session })
    if (outcome.kind !== 'proved') throw new Error(outcome.kind)
    expect(outcome.proved).toMatchObject({ actor: { proved: platform.now() }, token: expect.any(String) })
    const other = visit(platform, { purpose: 'proof', actor: founder, session, name: 'other' })
    await expect(other).rejects.toMatchObject(refused('identity_not_linked'))
  })
})
