import { second } from '@baseplate/service/clock'
import { describe, expect, test, vi } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { removeFlag, setFlag } from './edit.ts'
import { createFlags } from './flags.ts'
import { exportFlagHistory, listFlagHistory, undoFlagChange } from './history.ts'
import { maxFlags } from './rules.ts'
import { exportFlags, listFlags } from './view.ts'

describe.each(databases)('flags on %s', (kind) => {
  async function start(Flags: Record<string, string> = {}) {
    const platform = await openTestPlatform(kind, { Flags })
    const administrator = await registerPerson(platform, 'Administrator')
    return { platform, administrator }
  }

  test('returns configured flags with the changes of administrators, sorted', async () => {
    const { platform, administrator } = await start({ FFlagOne: 'True', DFIntTwo: '2', FFlagThree: 'False' })
    expect(Object.entries(await platform.flags.read())).toEqual([
      ['DFIntTwo', '2'],
      ['FFlagOne', 'True'],
      ['FFlagThree', 'False'],
    ])
    await setFlag(platform, administrator, { name: 'FFlagOne', value: 'False' })
    await setFlag(platform, administrator, { name: 'Another', value: '' })
    await removeFlag(platform, administrator, { name: 'FFlagThree' })
    expect(Object.entries(await platform.flags.read())).toEqual([
      ['Another', ''],
      ['DFIntTwo', '2'],
      ['FFlagOne', 'False'],
    ])
    const updated = platform.now()
    expect(await listFlags(platform, administrator, {})).toEqual({
      flags: [
        { name: 'Another', value: '', configured: null, updated },
        { name: 'DFIntTwo', value: '2', configured: '2', updated: null },
        { name: 'FFlagOne', value: 'False', configured: 'True', updated },
      ],
      removed: [{ name: 'FFlagThree', configured: 'False' }],
      next: null,
      chosen: null,
    })
  })

  test('restores a removed flag when it is set, and leaves an unknown one absent', async () => {
    const { platform, administrator } = await start({ Kept: '1' })
    await removeFlag(platform, administrator, { name: 'Kept' })
    await removeFlag(platform, administrator, { name: 'Nothing' })
    expect(await platform.flags.read()).toEqual({})
    await setFlag(platform, administrator, { name: 'Kept', value: '1' })
    await setFlag(platform, administrator, { name: 'Added', value: 'x' })
    await removeFlag(platform, administrator, { name: 'Added' })
    expect(await platform.flags.read()).toEqual({ Kept: '1' })
    expect((await listFlags(platform, administrator, {})).removed).toEqual([])
  })

  test('shows an edit at once in the process that makes it, and within a second in others', async () => {
    const { platform, administrator } = await start()
    const elsewhere = createFlags(platform)
    expect(await elsewhere.read()).toEqual({})
    await setFlag(platform, administrator, { name: 'FFlagNew', value: 'True' })
    expect(await platform.flags.read()).toEqual({ FFlagNew: 'True' })
    platform.pass(second - 1)
    expect(await elsewhere.read()).toEqual({})
    platform.pass(1)
    expect(await elsewhere.read()).toEqual({ FFlagNew: 'True' })
  })

  test('lets only administrators see and change flags', async () => {
    const { platform } = await start({ FFlagOne: 'True' })
    const guest = await registerPerson(platform, 'Guest')
    for (const level of [1, 2, 3, 4]) {
      const actor = { ...guest, permissionLevel: level }
      const refused = { reason: 'forbidden' }
      await expect(listFlags(platform, actor, {})).rejects.toMatchObject(refused)
      await expect(setFlag(platform, actor, { name: 'FFlagOne', value: '' })).rejects.toMatchObject(refused)
      await expect(removeFlag(platform, actor, { name: 'FFlagOne' })).rejects.toMatchObject(refused)
    }
    expect(await platform.flags.read()).toEqual({ FFlagOne: 'True' })
  })

  test('refuses invalid names and values', async () => {
    const { platform, administrator } = await start()
    const errorsOf = (input: Record<string, unknown>) =>
      setFlag(platform, administrator, input).then(
        () => 'accepted',
        (error: { errors: Record<string, string> }) => Object.keys(error.errors),
      )
    for (const name of ['', 'a b', 'a-b', 'ä', 'x'.repeat(101), undefined])
      expect(await errorsOf({ name, value: '' })).toEqual(['name'])
    expect(await errorsOf({ name: 'x', value: 'x'.repeat(1_001) })).toEqual(['value'])
    expect(await errorsOf({ name: '!' })).toEqual(['name', 'value'])
    expect(await errorsOf({ name: 'x'.repeat(100), value: 'x'.repeat(1_000) })).toBe('accepted')
    await expect(removeFlag(platform, administrator, { name: '!' })).rejects.toHaveProperty('errors.name')
  })

  test('records each change with its author, and undoes it by another change', async () => {
    const { platform, administrator } = await start({ Kept: '1' })
    const steps = [
      () => setFlag(platform, administrator, { name: 'Kept', value: '2' }),
      () => setFlag(platform, administrator, { name: 'Added', value: 'x' }),
      () => removeFlag(platform, administrator, { name: 'Kept' }),
    ]
    for (const step of steps) {
      platform.pass(1)
      await step()
    }
    const history = async () => (await listFlagHistory(platform, administrator, {})).changes
    const [removal, addition, change] = await history()
    expect([removal, addition, change]).toMatchObject([
      { name: 'Kept', before: '2', after: null, actor: 'Administrator' },
      { name: 'Added', before: null, after: 'x' },
      { name: 'Kept', before: '1', after: '2' },
    ])
    for (const { id } of [removal, addition].filter((one) => one !== undefined)) {
      platform.pass(1)
      await undoFlagChange(platform, administrator, { id })
    }
    expect(await platform.flags.read()).toEqual({ Kept: '2' })
    await undoFlagChange(platform, administrator, { id: change?.id })
    expect(await platform.flags.read()).toEqual({ Kept: '1' })
    expect(await history()).toHaveLength(6)
    const names = async (input: Record<string, unknown>) =>
      (await listFlagHistory(platform, administrator, input)).changes.map(({ name }) => name)
    expect(await names({ flag: 'Added' })).toEqual(['Added', 'Added'])
    expect(await names({ actor: 'nobody' })).toEqual([])
    expect(
      await Array.fromAsync(await exportFlagHistory(platform, administrator, { flag: 'Kept' })),
    ).toHaveLength(4)
    await expect(undoFlagChange(platform, administrator, { id: 'none' })).rejects.toMatchObject({
      reason: 'missing',
    })
    const moderator = { ...administrator, permissionLevel: 4 }
    await expect(listFlagHistory(platform, moderator, {})).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(undoFlagChange(platform, moderator, {})).rejects.toMatchObject({ reason: 'forbidden' })
  })

  test('filters, sorts, pages and exports the list', async () => {
    const configured = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`FInt${100 + n}`, String(n)]))
    const { platform, administrator } = await start(configured)
    for (const name of ['FInt120', 'Other']) {
      platform.pass(1)
      await setFlag(platform, administrator, { name, value: 'x' })
    }
    const view = (input: Record<string, unknown>) => listFlags(platform, administrator, input)
    const names = async (input: Record<string, unknown>) => (await view(input)).flags.map(({ name }) => name)
    for (const sort of ['name', '-name', 'oldest', 'newest']) {
      const first = await view({ sort })
      const rest = await view({ sort, cursor: first.next })
      expect([first.flags.length, rest.flags.length, rest.next], sort).toEqual([50, 2, null])
      const all = [...first.flags, ...rest.flags].map(({ name }) => name)
      expect(new Set(all).size).toBe(52)
      if (sort === '-name') expect(all).toEqual(all.toSorted().reverse())
      // Flags without a run-time change count as the oldest.
      if (sort === 'newest') expect(all.slice(0, 2)).toEqual(['Other', 'FInt120'])
    }
    expect(await names({ q: 'THE' })).toEqual(['Other'])
    expect(await names({ changed: 'yes' })).toEqual(['FInt120', 'Other'])
    expect(await names({ changed: 'no', q: 'fint12' })).toHaveLength(9)
    expect((await view({ change: 'FInt150', q: 'other' })).chosen).toMatchObject({ value: '50' })
    expect(await exportFlags(platform, administrator, {})).toHaveLength(52)
    await expect(view({ cursor: 'x' })).rejects.toMatchObject({ reason: 'invalid' })
  })

  test('accepts names of built-in object properties', async () => {
    const { platform, administrator } = await start()
    for (const name of ['__proto__', 'constructor', 'toString'])
      await setFlag(platform, administrator, { name, value: name })
    expect(JSON.parse(JSON.stringify(await platform.flags.read()))).toEqual(
      JSON.parse('{"__proto__":"__proto__","constructor":"constructor","toString":"toString"}'),
    )
    await removeFlag(platform, administrator, { name: 'constructor' })
    expect(Object.keys(await platform.flags.read())).toEqual(['__proto__', 'toString'])
  })
})

test('limits the number of flags, but not changes to existing ones', async () => {
  const configured = Object.fromEntries(Array.from({ length: maxFlags }, (_, index) => [`Flag${index}`, '']))
  const platform = await openTestPlatform('SQLite', { Flags: configured })
  const administrator = await registerPerson(platform, 'Administrator')
  await expect(setFlag(platform, administrator, { name: 'More', value: '' })).rejects.toHaveProperty(
    'errors.name',
  )
  await setFlag(platform, administrator, { name: 'Flag0', value: 'x' })
  await removeFlag(platform, administrator, { name: 'Flag1' })
  await setFlag(platform, administrator, { name: 'More', value: '' })
})

test('reads flags again as soon as the database is back', async () => {
  const platform = await openTestPlatform('SQLite', { Flags: { One: '1' } })
  vi.spyOn(platform.db, 'selectFrom').mockImplementationOnce(() => {
    throw new Error('the database is away')
  })
  await expect(platform.flags.read()).rejects.toThrow('away')
  expect(await platform.flags.read()).toEqual({ One: '1' })
})
