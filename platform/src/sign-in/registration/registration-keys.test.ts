import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { ConfigInput } from '../../config/schema.ts'
import { errorsOf } from '../../testing/errors.ts'
import { device, password, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { register } from './register.ts'
import {
  createRegistrationKey,
  disableRegistrationKey,
  exportRegistrationKeys,
  listRegistrationKeys,
} from './registration-keys.ts'

const keysOn: ConfigInput = { Registration: { Keys: { Enabled: true, Prefix: 'ours-' } } }
const invalid = { regkey: 'Registration key is invalid' }
const ranOut = { regkey: 'This registration key has ran out of uses' }

const join = (platform: TestPlatform, username: string, regkey?: string) =>
  register(
    platform,
    null,
    { username, password, cpassword: password, ...(regkey !== undefined && { regkey }) },
    device,
  )

describe.each(databases)('registration keys on %s', (kind) => {
  test('are required for every account but the first', async () => {
    const platform = await openTestPlatform(kind, keysOn)
    const founder = await registerPerson(platform, 'Founder')
    expect(founder.permissionLevel).toBe(5)
    for (const key of [undefined, '', 'ours-', 'ours-unknown', 'x'.repeat(5000)]) {
      expect(await errorsOf(join(platform, 'Second', key))).toEqual(invalid)
    }
    const { key } = await createRegistrationKey(platform, founder, { uses: '1' })
    expect(key).toMatch(/^ours-[a-z0-9]{24}$/)
    await join(platform, 'Second', ` ${key} `)
    expect(await errorsOf(join(platform, 'Third', key))).toEqual(ranOut)
  })

  test('admit one of ten simultaneous registrations with one use', async () => {
    const platform = await openTestPlatform(kind, keysOn)
    const founder = await registerPerson(platform, 'Founder')
    const { key } = await createRegistrationKey(platform, founder, { uses: '1' })
    expect(await errorsOf(join(platform, 'founder', key))).toEqual({
      username: 'This username is already in use',
    })
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => join(platform, `Guest_${at}`, key)),
    )
    const failed = results.filter((result) => result.status === 'rejected')
    expect(failed).toHaveLength(9)
    for (const { reason } of failed) expect(reason).toMatchObject({ errors: ranOut })
    expect(await platform.db.selectFrom('users').select('id').execute()).toHaveLength(2)
    expect((await listRegistrationKeys(platform, founder, {})).keys).toMatchObject([
      { key, uses: 1, usesLeft: 0, maker: 'Founder', state: 'used up' },
    ])
  })

  test('lose no use to a registration that fails', async () => {
    const platform = await openTestPlatform(kind, keysOn)
    const founder = await registerPerson(platform, 'Founder')
    const { key } = await createRegistrationKey(platform, founder, { uses: '5' })
    const results = await Promise.allSettled(
      ['Twin', 'tWIN', 'TWIN'].map((name) => join(platform, name, key)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await listRegistrationKeys(platform, founder, {})).keys).toMatchObject([{ usesLeft: 4 }])
  })

  test('admit nobody when disabled, expired or of another prefix', async () => {
    const platform = await openTestPlatform(kind, keysOn)
    const founder = await registerPerson(platform, 'Founder')
    const disabled = await createRegistrationKey(platform, founder, { uses: '5' })
    await disableRegistrationKey(platform, founder, disabled)
    expect(await errorsOf(join(platform, 'Second', disabled.key))).toEqual(invalid)
    const expiring = await createRegistrationKey(platform, founder, {
      uses: '5',
      expires: new Date(platform.now() + day).toISOString().slice(0, 16),
    })
    await join(platform, 'Second', expiring.key)
    platform.pass(day)
    expect(await errorsOf(join(platform, 'Third', expiring.key))).toEqual(invalid)
    await platform.db
      .insertInto('registration_keys')
      .values({ key: 'old-1', uses: 1, uses_left: 1, created: 0, expires: null, disabled: 0, maker_id: null })
      .execute()
    expect(await errorsOf(join(platform, 'Third', 'old-1'))).toEqual(invalid)
    const { keys } = await listRegistrationKeys(platform, founder, {})
    expect(keys.map(({ state }) => state).sort()).toEqual(['disabled', 'expired', 'of another prefix'])
    for (const { key, state } of keys) {
      expect((await listRegistrationKeys(platform, founder, { state })).keys).toMatchObject([{ key, state }])
    }
    for (const state of ['open', 'used up'])
      expect((await listRegistrationKeys(platform, founder, { state })).keys, state).toEqual([])
  })

  test('are listed by page in either order, filtered by maker, and exported', async () => {
    const platform = await openTestPlatform(kind, keysOn)
    const founder = await registerPerson(platform, 'Founder')
    const made: string[] = []
    for (let index = 0; index < 51; index++) {
      if (index % 3 === 0) platform.pass(1)
      made.push((await createRegistrationKey(platform, founder, { uses: '1' })).key)
    }
    const list = (input: Record<string, unknown>) => listRegistrationKeys(platform, founder, input)
    for (const sort of ['newest', 'oldest']) {
      const first = await list({ sort })
      const rest = await list({ sort, cursor: first.next })
      expect([first.keys.length, rest.keys.length, rest.next]).toEqual([50, 1, null])
      const times = [...first.keys, ...rest.keys].map(({ created }) => created)
      expect(times).toEqual(times.toSorted((one, other) => (sort === 'oldest' ? one - other : other - one)))
      expect(new Set([...first.keys, ...rest.keys].map(({ key }) => key))).toEqual(new Set(made))
    }
    expect((await list({ maker: 'founder' })).keys).toHaveLength(50)
    expect((await list({ maker: 'nobody' })).keys).toEqual([])
    expect(await Array.fromAsync(await exportRegistrationKeys(platform, founder, {}))).toHaveLength(51)
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ reason: 'invalid' })
  })

  test('are created, listed and disabled by administrators only, from valid input', async () => {
    const platform = await openTestPlatform(kind)
    const founder = await registerPerson(platform, 'Founder')
    const second = await registerPerson(platform, 'Second')
    const forbidden = { reason: 'forbidden' }
    await expect(createRegistrationKey(platform, second, { uses: '1' })).rejects.toMatchObject(forbidden)
    await expect(listRegistrationKeys(platform, second, {})).rejects.toMatchObject(forbidden)
    await expect(disableRegistrationKey(platform, second, { key: 'x' })).rejects.toMatchObject(forbidden)
    await expect(disableRegistrationKey(platform, founder, { key: 'x' })).rejects.toMatchObject({
      reason: 'missing',
    })
    for (const uses of [undefined, '', '0', '-1', '1.5', '1e3', '0x10', 'many', '100001']) {
      expect(Object.keys(await errorsOf(createRegistrationKey(platform, founder, { uses })))).toEqual([
        'uses',
      ])
    }
    for (const expires of ['yesterday', '2020-01-01', '1', '2030-13-01', '2030-01-01T25:00']) {
      expect(
        Object.keys(await errorsOf(createRegistrationKey(platform, founder, { uses: '1', expires }))),
      ).toEqual(['expires'])
    }
    await createRegistrationKey(platform, founder, { uses: '1', expires: String(platform.now() + 1) })
  })
})
