import { expect, test } from 'vitest'
import { z } from 'zod'
import { InvalidFields, Refused } from '../foundation/errors.ts'
import { sentFile } from '../foundation/input.ts'
import { operator, permissionLevel } from './rules.ts'
import { openUseCase, useCase } from './use-case.ts'

const input = z.object({ days: z.coerce.number().int() })
const stated = { summary: 'Counts days.', scope: 'read', input } as const
const at = (level: number) => ({ ...operator, permissionLevel: level })

const count = useCase(
  { ...stated, level: permissionLevel.moderator },
  async (platform: { offset: number }, _, { days }) => platform.offset + days,
)

test('a use case runs with its input parsed', async () => {
  expect(await count({ offset: 1 }, at(permissionLevel.moderator), { days: '2' })).toBe(3)
})

test('a use case refuses a user below its level, whatever the input is', async () => {
  const tooLow = { problem: { code: 'site.level_too_low' } }
  for (const days of ['2', 'many'])
    await expect(count({ offset: 1 }, at(permissionLevel.catalogManager), { days })).rejects.toMatchObject(
      tooLow,
    )
})

test('a use case without a level is for all users', () => {
  expect(useCase(stated, async () => undefined).level).toBe(permissionLevel.user)
})

test('a use case names each invalid field', async () => {
  await expect(count({ offset: 1 }, operator, { days: 'many' })).rejects.toMatchObject({
    problems: { days: { code: 'input.invalid' } },
  })
})

test('a use case names problems of its file together with those of other fields', async () => {
  const check = async (_: unknown, __: unknown, sent: unknown) => {
    if (!Object(sent).file) throw new InvalidFields({ file: 'files.missing' })
  }
  const upload = useCase(
    { ...stated, input: input.extend({ file: sentFile }), file: { field: 'file', maxBytes: 1, check } },
    async () => undefined,
  )
  await expect(upload({}, operator, { days: 'many' })).rejects.toMatchObject({
    problems: { days: { code: 'input.invalid' }, file: { code: 'files.missing' } },
  })
  await expect(upload({}, operator, { days: 'many', file: new Uint8Array() })).rejects.toMatchObject({
    problems: { days: { code: 'input.invalid' } },
  })
})

test('a use case refuses what it does not permit before it names invalid fields', async () => {
  const permit = async (_: object, actor: { permissionLevel: number }) => {
    if (actor.permissionLevel === permissionLevel.user) throw new Refused('site.level_too_low')
  }
  const own = useCase({ ...stated, permit }, async () => undefined)
  await expect(own({}, at(permissionLevel.user), { days: 'many' })).rejects.toBeInstanceOf(Refused)
  await expect(own({}, operator, { days: 'many' })).rejects.toHaveProperty('problems.days')
})

test('a use case may parse by the configuration', async () => {
  const limited = useCase(
    {
      ...stated,
      input: async ({ most }: { most: number }) => z.object({ days: z.coerce.number().max(most) }),
    },
    async (_, __, { days }) => days,
  )
  expect(await limited({ most: 5 }, operator, { days: '5' })).toBe(5)
  await expect(limited({ most: 5 }, operator, { days: '6' })).rejects.toHaveProperty('problems.days')
})

test('an open use case refuses what it does not permit, too', async () => {
  const permit = async (_: object, __: unknown, { days }: { days?: unknown }) => {
    if (days === 'many') throw new Refused('site.not_found')
  }
  const open = openUseCase({ ...stated, permit }, async () => undefined)
  await expect(open({}, null, { days: 'many' })).rejects.toBeInstanceOf(Refused)
  await expect(open({}, null)).rejects.toHaveProperty('problems.days')
})

test('an open use case runs for visitors', async () => {
  const open = openUseCase(stated, async (_, actor, { days }) => [actor, days])
  expect(await open({}, null, { days: '2' })).toEqual([null, 2])
  expect(open.level).toBeUndefined()
})
