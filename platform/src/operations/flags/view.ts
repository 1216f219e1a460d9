import { useCase } from '../../accounts/door.ts'
import { administratorAccess } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { type FlagFilter, listFlagsInput } from './input.ts'
import { listFlagChanges } from './queries.ts'
import { flagsInEffect } from './rules.ts'

type Reading = { db: Db; config: Pick<Config, 'Flags'> }

const perPage = 50

interface FlagView {
  name: string
  value: string
  /** Configured value; null for a flag that is not configured. */
  configured: string | null
  /** Time of the last run-time change in Unix milliseconds; null without one. */
  updated: number | null
}

const access = {
  ...administratorAccess,
  input: listFlagsInput,
} as const

/** @throws Refused `invalid` for an unknown cursor */
export const listFlags = useCase(
  {
    ...access,
    summary:
      'Returns the flags in effect that pass the filter, and the configured ones that were removed, by name unless `sort` says otherwise.',
  },
  async (platform: Reading, _, filter) => {
    const { all, removed } = await readAll(platform)
    const after = parseCursor(filter.cursor)
    const order = orders[filter.sort]
    const passing = sorted(all, filter).filter(
      (flag) => !after || order(flag, { name: after.id, updated: after.created }) > 0,
    )
    const { rows, next } = toPage(
      passing.map((flag) => ({ ...flag, id: flag.name, created: flag.updated ?? 0 })),
      perPage,
    )
    return {
      flags: rows.map(({ id: _, created: __, ...flag }) => flag),
      next,
      chosen: all.find(({ name }) => name === filter.change) ?? null,
      removed,
    }
  },
)

export const exportFlags = useCase(
  { ...access, summary: 'Exports all flags that pass the filters of the page.' },
  async (platform: Reading, _, filter): Promise<FlagView[]> => sorted((await readAll(platform)).all, filter),
)

async function readAll({ db, config }: Reading) {
  const changes = await listFlagChanges(db)
  const changed = new Map(changes.map(({ name, updated }) => [name, updated]))
  const configured = new Map(Object.entries(config.Flags))
  const all: FlagView[] = Object.entries(flagsInEffect(config.Flags, changes)).map(([name, value]) => ({
    name,
    value,
    configured: configured.get(name) ?? null,
    updated: changed.get(name) ?? null,
  }))
  const removed = changes
    .filter(({ name, value }) => value === null && configured.has(name))
    .map(({ name }) => ({ name, configured: configured.get(name) ?? '' }))
  return { all, removed }
}

const sorted = (flags: readonly FlagView[], { q, changed, sort }: FlagFilter): FlagView[] =>
  flags
    .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
    .filter(({ updated }) => changed === '' || (changed === 'yes') === (updated !== null))
    .toSorted(orders[sort])

type Ordered = Pick<FlagView, 'name' | 'updated'>

const byName = (one: Ordered, other: Ordered) => Number(one.name > other.name) - Number(one.name < other.name)
const byTime = (one: Ordered, other: Ordered) =>
  (one.updated ?? 0) - (other.updated ?? 0) || byName(one, other)

const orders = {
  name: byName,
  '-name': (one: Ordered, other: Ordered) => byName(other, one),
  oldest: byTime,
  newest: (one: Ordered, other: Ordered) => byTime(other, one),
}
