import { minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { device, inSession, password, registerPerson, signIn } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { createSoftwarePasskey } from '../../testing/software-passkey.ts'
import type { SecondFactorRequired } from '../login/complete-sign-in.ts'
import { login } from '../login/login.ts'
import { useSession } from '../sessions/sessions.ts'
import { beginPasskey, finishPasskey } from './add-passkey.ts'
import { removePasskey, renamePasskey } from './change-passkeys.ts'
import { listPasskeys } from './queries.ts'
import { beginProof, beginSignIn, proveWithPasskey, signInWithPasskey } from './sign-in.ts'

const origin = 'https://play.example'

async function open(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind, {}, { BASE_URL: origin })
  const anna = await registerPerson(platform, 'Anna')
  const passkey = createSoftwarePasskey({ origin })
  return { platform, anna, passkey }
}

const here = { sessionToken: 'the session', userAgent: 'Mozilla/5.0 (Windows) Firefox/140.0' }

async function add(platform: TestPlatform, actor: Actor, passkey = createSoftwarePasskey({ origin })) {
  const { challenge } = await beginPasskey(platform, actor, {}, here)
  return finishPasskey(platform, actor, { response: passkey.make(challenge) }, here)
}

const refused = (code: string) => ({ problem: { code } })

const pendingOf = (platform: TestPlatform) =>
  login(platform, null, { username: 'Anna', password }, device).then(
    () => '',
    (error: SecondFactorRequired) => error.pending,
  )

describe.each(databases)('passkeys on %s', (kind) => {
  test('are added with recovery codes for the first one, renamed and removed', async () => {
    const { platform, anna, passkey } = await open(kind)
    expect((await add(platform, anna, passkey)).recoveryCodes).toHaveLength(10)
    expect(await add(platform, anna)).toEqual({})
    const [first] = await listPasskeys(platform.db, anna.id)
    expect(first).toMatchObject({ name: 'Firefox on Windows', lastUsed: null })
    await renamePasskey(platform, anna, { id: passkey.id, name: ' My phone ' })
    const ben = await registerPerson(platform, 'Ben')
    const theirs = renamePasskey(platform, ben, { id: passkey.id, name: 'Mine' })
    await expect(theirs).rejects.toMatchObject(refused('accounts.passkey_not_found'))
    await removePasskey(platform, ben, { id: passkey.id })
    const names = (await listPasskeys(platform.db, anna.id)).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['Firefox on Windows', 'My phone'])
    for (const { id } of await listPasskeys(platform.db, anna.id)) await removePasskey(platform, anna, { id })
    await login(platform, null, { username: 'Anna', password }, device)
  })

  test('are not added for the challenge of another session, a used one or an old one', async () => {
    const { platform, anna, passkey } = await open(kind)
    const { challenge } = await beginPasskey(platform, anna, {}, here)
    const response = passkey.make(challenge)
    const finish = (sessionToken: string) =>
      finishPasskey(platform, anna, { response }, { ...here, sessionToken })
    const expired = refused('accounts.passkey_expired')
    await expect(finish('another session')).rejects.toMatchObject(expired)
    await finish(here.sessionToken)
    await expect(finish(here.sessionToken)).rejects.toMatchObject(expired)
    await beginPasskey(platform, anna, {}, here)
    await expect(finish(here.sessionToken)).rejects.toMatchObject(refused('accounts.passkey_refused'))
    await beginPasskey(platform, anna, {}, here)
    platform.pass(5 * minute)
    await expect(finish(here.sessionToken)).rejects.toMatchObject(expired)
  })

  test('sign in without a password, once for each challenge and only in the same browser', async () => {
    const { platform, anna, passkey } = await open(kind)
    await add(platform, anna, passkey)
    const { token, options } = await beginSignIn(platform, null, {}, device)
    expect(options).toMatchObject({ rpId: 'play.example', userVerification: 'required' })
    const response = passkey.sign(options.challenge)
    const enter = (browser: string) =>
      signInWithPasskey(platform, null, { response }, { ...device, signInToken: browser })
    await expect(enter('another browser')).rejects.toMatchObject(refused('accounts.passkey_expired'))
    const results = await Promise.allSettled([enter(token), enter(token)])
    const [session] = results.filter((result) => result.status === 'fulfilled')
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await useSession(platform, session?.value ?? ''))?.actor.id).toBe(anna.id)
  })

  test('sign in without a password only if the authenticator has verified its user', async () => {
    const { platform, anna, passkey } = await open(kind)
    await add(platform, anna, passkey)
    const { token, options } = await beginSignIn(platform, null, {}, device)
    const response = passkey.sign(options.challenge, { verified: false })
    const entering = signInWithPasskey(platform, null, { response }, { ...device, signInToken: token })
    await expect(entering).rejects.toMatchObject(refused('accounts.passkey_refused'))
  })

  test('are a second factor after the password, of that account alone', async () => {
    const { platform, anna, passkey } = await open(kind)
    await add(platform, anna, passkey)
    const ben = await registerPerson(platform, 'Ben')
    const other = createSoftwarePasskey({ origin })
    await add(platform, ben, other)
    const enter = async (using: typeof passkey) => {
      const { token, options } = await beginSignIn(
        platform,
        null,
        {},
        { ...device, signInToken: await pendingOf(platform) },
      )
      expect(options.allowCredentials).toMatchObject([{ id: passkey.id }])
      const response = using.sign(options.challenge, { verified: false })
      return signInWithPasskey(platform, null, { response }, { ...device, signInToken: token })
    }
    await expect(enter(other)).rejects.toMatchObject(refused('accounts.passkey_unknown'))
    expect((await useSession(platform, await enter(passkey)))?.actor.id).toBe(anna.id)
  })

  test('prove their owner’s identity', async () => {
    const { platform, anna, passkey } = await open(kind)
    await add(platform, anna, passkey)
    const token = await (async () => {
      const { token, options } = await beginSignIn(platform, null, {}, device)
      const response = passkey.sign(options.challenge)
      return signInWithPasskey(platform, null, { response }, { ...device, signInToken: token })
    })()
    platform.pass(11 * minute)
    const actor = (await useSession(platform, token))?.actor ?? anna
    const removing = removePasskey(platform, actor, { id: passkey.id })
    await expect(removing).rejects.toMatchObject(refused('accounts.fresh_proof_required'))
    const { challenge } = await beginProof(platform, actor, {}, inSession(token))
    const proved = await proveWithPasskey(
      platform,
      actor,
      { response: passkey.sign(challenge) },
      inSession(token),
    )
    const later = (await useSession(platform, proved.token ?? ''))?.actor
    expect(later?.proved).toBe(platform.now())
    await removePasskey(platform, later ?? anna, { id: passkey.id })
  })

  test('are refused when their counter goes back, and for another site', async () => {
    const { platform, anna, passkey } = await open(kind)
    await add(platform, anna, passkey)
    await platform.db.updateTable('passkeys').set({ counter: 50 }).execute()
    const cloned = await beginSignIn(platform, null, {}, device)
    const response = passkey.sign(cloned.options.challenge)
    const entering = signInWithPasskey(platform, null, { response }, { ...device, signInToken: cloned.token })
    await expect(entering).rejects.toMatchObject(refused('accounts.passkey_refused'))
    const elsewhere = createSoftwarePasskey({ origin: 'https://evil.example' })
    await expect(add(platform, anna, elsewhere)).rejects.toMatchObject(refused('accounts.passkey_refused'))
  })
})

test('visitors of one network get 100 challenges, and no other network waits for them', async () => {
  const { platform } = await open('SQLite')
  const begin = (address: string) =>
    beginSignIn(platform, null, {}, { ...device, address, isOwnMachine: false })
  for (let asked = 0; asked < 100; asked++) await begin('192.0.2.7')
  await expect(begin('192.0.2.7')).rejects.toMatchObject({ reason: 'limited' })
  await begin('198.51.100.7')
})

test('passkeys are unavailable at an IP address', async () => {
  const platform = await openTestPlatform('SQLite', {}, { BASE_URL: 'http://192.0.2.1:3000' })
  const anna = await registerPerson(platform, 'Anna')
  const unavailable = refused('accounts.passkeys_unavailable')
  await expect(beginPasskey(platform, anna, {}, here)).rejects.toMatchObject(unavailable)
  await expect(beginSignIn(platform, null, {}, device)).rejects.toMatchObject(unavailable)
  expect(await signIn(platform, anna)).toBeDefined()
})
