import { describe, expect, test } from 'vitest'
import { errorsOf } from '../../testing/errors.ts'
import { device, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { loadFitWords, suggestPassphrase } from '../passwords/password-advice.ts'
import { useSession } from '../sessions/sessions.ts'
import { register, registerInitialAccount } from './register.ts'

const form = (username: string, secret = password) => ({ username, password: secret, cpassword: secret })

describe.each(databases)('registration on %s', (kind) => {
  test('makes the first account the administrator and the second one a user', async () => {
    const platform = await openTestPlatform(kind)
    const token = await registerInitialAccount(platform, null, form('Founder', 'x'), device)
    expect((await useSession(platform, token))?.actor).toMatchObject({
      username: 'Founder',
      permissionLevel: 5,
    })
    expect(await registerPerson(platform, 'second')).toMatchObject({ username: 'second', permissionLevel: 1 })
    expect(await errorsOf(registerInitialAccount(platform, null, form('third'), device))).toEqual({
      username: "There's already an account registered",
    })
  })

  test('lets one of several simultaneous first accounts win', async () => {
    const platform = await openTestPlatform(kind)
    const results = await Promise.allSettled(
      ['one', 'two', 'three', 'four'].map((name) =>
        registerInitialAccount(platform, null, form(name), device),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const levels = await platform.db.selectFrom('users').select('permission_level').execute()
    expect(levels).toEqual([{ permission_level: 5 }])
  })

  test('refuses a name that is in use in any letter case, also for simultaneous registrations', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Founder')
    expect(await errorsOf(register(platform, null, form('fOUNDER'), device))).toEqual({
      username: 'This username is already in use',
    })
    const results = await Promise.allSettled(
      ['Twin', 'tWIN'].map((name) => register(platform, null, form(name), device)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('reports every invalid field of a registration', async () => {
    const platform = await openTestPlatform(kind)
    expect(
      await errorsOf(
        register(platform, null, { username: 'a b', password: 'short', cpassword: 'other' }, device),
      ),
    ).toEqual({
      username: 'Use 3 to 21 letters from A to Z, digits or underscores',
      password: 'Use at least 16 characters',
    })
    expect(
      await errorsOf(
        register(platform, null, { username: 'abc', password, cpassword: `${password}.` }, device),
      ),
    ).toEqual({ password: 'Passwords do not match' })
    expect(Object.keys(await errorsOf(register(platform, null, {}, device)))).toEqual([
      'username',
      'password',
      'cpassword',
    ])
    expect(await errorsOf(register(platform, null, form('abc', 'x'.repeat(6970)), device))).toEqual({
      password: 'Use at most 6969 characters',
    })
  })

  test('warns a form once of a password that is easy to guess, and a program never', async () => {
    const platform = await openTestPlatform(kind)
    const founding = (fields: object) =>
      registerInitialAccount(platform, null, { ...form('Founder', 'x'), ...fields }, device)
    expect(await errorsOf(founding({ weakpassword: 'false' }))).toEqual({
      weakpassword: expect.stringMatching(/^This password is easy to guess/),
    })
    await founding({ weakpassword: 'true' })

    const secret = 'passwordpassword'
    const joining = (fields: object) =>
      register(platform, null, { ...form('Player_one', secret), ...fields }, device)
    expect(Object.keys(await errorsOf(joining({ weakpassword: 'false' })))).toEqual(['weakpassword'])
    const passphrase = await suggestPassphrase()
    expect(passphrase.length).toBeGreaterThanOrEqual(16)
    await joining({ password: passphrase, cpassword: passphrase, weakpassword: 'false' })
    await register(platform, null, form('Player_two', secret), device)
  })

  test('requests the portrait of a new account without waiting for it', async () => {
    const platform = await openTestPlatform(kind)
    const asked: string[] = []
    const rendering = { ...platform, renders: { ...platform.renders, wake: () => asked.push('now') } }
    const token = await register(rendering, null, form('Founder'), device)
    await errorsOf(register(rendering, null, form('founder'), device))
    expect(asked).toEqual(['now'])
    const requested = await platform.db.selectFrom('renders').select(['subject', 'priority']).execute()
    expect(requested).toEqual([
      { subject: `user:${(await useSession(platform, token))?.actor.id}`, priority: 0 },
    ])
  })
})

test('suggests passphrases without words that are unfit for children', async () => {
  const words = await loadFitWords()
  expect(words).toHaveLength(7_252)
  for (const word of ['douche', 'autistic']) expect(words).not.toContain(word)
})
