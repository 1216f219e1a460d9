import { argon2Sync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { day, minute } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import { sha256 } from '../foundation/ids.ts'
import { errorsOf } from '../testing/errors.ts'
import { device, password, registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { suggestPassphrase } from './passwords/password-advice.ts'
import { register, registerInitialAccount } from './registration/register.ts'
import { endAllSessions } from './sessions/end-sessions.ts'
import { login } from './sessions/login.ts'
import { endSession, removeExpiredSessions, useSession } from './sessions/sessions.ts'
import { updateProfile, viewProfileSettings } from './update-profile.ts'

const form = (username: string, secret = password) => ({ username, password: secret, cpassword: secret })

/** A hash as it was made before the parameters rose. */
function weakHash(message: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=64,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

describe.each(databases)('accounts on %s', (kind) => {
  test('the first account is the administrator, the second one a user', async () => {
    const platform = await openTestPlatform(kind)
    const token = await registerInitialAccount(platform, form('Founder', 'x'), device)
    expect((await useSession(platform, token))?.actor).toMatchObject({
      username: 'Founder',
      permissionLevel: 5,
    })
    expect(await registerPerson(platform, 'second')).toMatchObject({ username: 'second', permissionLevel: 1 })
    expect(await errorsOf(registerInitialAccount(platform, form('third'), device))).toEqual({
      username: "There's already an account registered",
    })
  })

  test('pictures of somebody new are asked for, once there is an account; nobody waits for them', async () => {
    const platform = await openTestPlatform(kind)
    const asked: string[] = []
    const rendering = { ...platform, renders: { ...platform.renders, wake: () => asked.push('now') } }
    const token = await register(rendering, form('Founder'), device)
    await errorsOf(register(rendering, form('founder'), device))
    expect(asked).toEqual(['now'])
    const requested = await platform.db.selectFrom('renders').select(['subject', 'priority']).execute()
    expect(requested).toEqual([
      { subject: `user:${(await useSession(platform, token))?.actor.id}`, priority: 0 },
    ])
  })

  test('a form warns once about a password that is easy to guess; programs are not asked', async () => {
    const platform = await openTestPlatform(kind)
    const founding = (fields: object) =>
      registerInitialAccount(platform, { ...form('Founder', 'x'), ...fields }, device)
    expect(await errorsOf(founding({ weakpassword: 'false' }))).toEqual({
      weakpassword: expect.stringMatching(/^This password is easy to guess/),
    })
    await founding({ weakpassword: 'true' })

    const secret = 'passwordpassword'
    const joining = (fields: object) =>
      register(platform, { ...form('Player_one', secret), ...fields }, device)
    expect(Object.keys(await errorsOf(joining({ weakpassword: 'false' })))).toEqual(['weakpassword'])
    const passphrase = await suggestPassphrase()
    expect(passphrase.length).toBeGreaterThanOrEqual(16)
    await joining({ password: passphrase, cpassword: passphrase, weakpassword: 'false' })
    await register(platform, form('Player_two', secret), device)
  })

  test('of many first accounts at once, one wins', async () => {
    const platform = await openTestPlatform(kind)
    const results = await Promise.allSettled(
      ['one', 'two', 'three', 'four'].map((name) => registerInitialAccount(platform, form(name), device)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const levels = await platform.db.selectFrom('users').select('permission_level').execute()
    expect(levels).toEqual([{ permission_level: 5 }])
  })

  test('a name is unique in every letter case, also when two register at once', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Founder')
    expect(await errorsOf(register(platform, form('fOUNDER'), device))).toEqual({
      username: 'This username is already in use',
    })
    const results = await Promise.allSettled(
      ['Twin', 'tWIN'].map((name) => register(platform, form(name), device)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('every wrong field of a registration has its message', async () => {
    const platform = await openTestPlatform(kind)
    expect(
      await errorsOf(register(platform, { username: 'a b', password: 'short', cpassword: 'other' }, device)),
    ).toEqual({
      username: 'Usernames have 3 to 21 letters, digits or underscores',
      password: 'Passwords have at least 16 characters',
    })
    expect(
      await errorsOf(register(platform, { username: 'abc', password, cpassword: `${password}.` }, device)),
    ).toEqual({ password: 'Passwords do not match' })
    expect(Object.keys(await errorsOf(register(platform, {}, device)))).toEqual([
      'username',
      'password',
      'cpassword',
    ])
    expect(await errorsOf(register(platform, form('abc', 'x'.repeat(6970)), device))).toEqual({
      password: 'Passwords have at most 6969 characters',
    })
  })

  test('signing in works in any letter case and with spaces around; every wrong pair has one answer', async () => {
    const platform = await openTestPlatform(kind)
    const person = await registerPerson(platform, 'Founder')
    const token = await login(platform, { username: '  fouNDer ', password }, device)
    expect((await useSession(platform, token))?.actor).toEqual(person)
    const generic = { password: 'Incorrect username or password' }
    expect(await errorsOf(login(platform, { username: 'Founder', password: 'wrong' }, device))).toEqual(
      generic,
    )
    expect(await errorsOf(login(platform, { username: 'nobody', password }, device))).toEqual(generic)
    expect(await errorsOf(login(platform, { username: '<script>', password }, device))).toEqual({
      username: '',
    })
  })

  test('a login replaces a hash of weaker parameters, also when two logins meet', async () => {
    const platform = await openTestPlatform(kind)
    const { id } = await registerPerson(platform, 'Founder')
    const stored = () =>
      platform.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
    const current = (await stored()).password_hash
    const weak = weakHash(password)
    await platform.db.updateTable('users').set({ password_hash: weak }).execute()
    await errorsOf(login(platform, { username: 'Founder', password: 'wrong' }, device))
    expect((await stored()).password_hash).toBe(weak)

    const enter = () => login(platform, { username: 'Founder', password }, device)
    const tokens = await Promise.all([enter(), enter(), enter()])
    for (const token of tokens) expect(await useSession(platform, token)).toBeDefined()
    const strong = (await stored()).password_hash
    expect(strong.split('$').slice(0, 4)).toEqual(current.split('$').slice(0, 4))
    await enter()
    expect((await stored()).password_hash).toBe(strong)
  })

  test('the eleventh failed attempt from one address is refused, also with the right password; others are not', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Founder')
    const wrong = { username: 'founder', password: 'wrong' }
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, () => login(platform, wrong, device)),
    )
    const limited = attempts.filter(
      (attempt) => attempt.status === 'rejected' && attempt.reason instanceof Refused,
    )
    expect(limited).toHaveLength(2)
    await expect(login(platform, { username: 'Founder', password }, device)).rejects.toMatchObject({
      reason: 'limited',
    })
    await login(platform, { username: 'Founder', password }, { ...device, address: '10.0.0.2' })
  })

  test('a session ends 30 days after it was last renewed, and is renewed once a day', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Founder')
    const token = await login(platform, { username: 'Founder', password }, device)
    expect(await useSession(platform, token)).toMatchObject({ renewed: false })
    platform.pass(29 * day)
    expect(await useSession(platform, token)).toMatchObject({ renewed: true })
    expect(await useSession(platform, token)).toMatchObject({ renewed: false })
    platform.pass(30 * day - minute)
    expect(await useSession(platform, token)).toBeDefined()
    platform.pass(30 * day)
    expect(await useSession(platform, token)).toBeUndefined()
    await removeExpiredSessions(platform)
    expect(await platform.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('only the hash of a token is stored; signing out ends that session, ending all needs the password', async () => {
    const platform = await openTestPlatform(kind)
    const person = await registerPerson(platform, 'Founder')
    const here = await login(platform, { username: 'Founder', password }, device)
    const there = await login(platform, { username: 'Founder', password }, device)
    const stored = await platform.db.selectFrom('sessions').select('token_hash').execute()
    expect(stored.map(({ token_hash }) => token_hash)).toContain(sha256(here))
    expect(JSON.stringify(stored)).not.toContain(here)

    await endSession(platform, here)
    expect(await useSession(platform, here)).toBeUndefined()
    expect(await useSession(platform, there)).toBeDefined()
    expect(await errorsOf(endAllSessions(platform, person, { password: 'wrong' }, device))).toEqual({
      password: 'Incorrect password',
    })
    expect(await useSession(platform, there)).toBeDefined()
    await endAllSessions(platform, person, { password }, device)
    expect(await useSession(platform, there)).toBeUndefined()
  })

  test('the profile has a description and one of the configured themes', async () => {
    const platform = await openTestPlatform(kind)
    const person = await registerPerson(platform, 'Founder')
    expect(await viewProfileSettings(platform, person)).toMatchObject({
      description: { text: '' },
      selectedTheme: 'Automatic',
      themes: ['Automatic', 'Light', 'Dark', 'High contrast'],
    })
    platform.pass(1)
    await updateProfile(platform, person, { description: 'I build towers.', theme: 'Dark' })
    expect(await viewProfileSettings(platform, person)).toMatchObject({
      description: { text: 'I build towers.', updated: platform.now() },
      selectedTheme: 'Dark',
    })
    expect(
      await errorsOf(updateProfile(platform, person, { description: 'x'.repeat(1001), theme: 'Pink' })),
    ).toEqual({
      description: 'Descriptions have at most 1000 characters',
      theme: 'must be a valid theme',
    })
    expect(await errorsOf(updateProfile(platform, person, {}))).toEqual({ theme: 'must be a valid theme' })
  })
})
