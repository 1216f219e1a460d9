import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import { parseInput } from '../../foundation/input.ts'
import { type FlagFilter, listFlagsInput } from './input.ts'
import { permit } from './permit.ts'
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

/**
 * Returns the flags in effect that pass the filter, and the configured ones that were removed, by name unless `sort` says otherwise.
 *
 * @param input `q`: text that the name contains; `changed` at run time: `yes` or `no`; `sort`: `name`, `-name`, `oldest`, `newest`;
 * `change`: name of the flag to edit; `cursor`.
 * @throws Refused `forbidden` below level 5; `invalid` for an unknown cursor.
 */
export async function listFlags(platform: Reading, actor: Actor, input: unknown = {}) {
  permit(actor)
  const filter = parseInput(listFlagsInput, input)
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
}

/** Returns every flag that passes the filter, for a download. @throws Refused `forbidden` below level 5 */
export async function exportFlags(platform: Reading, actor: Actor, input: unknown): Promise<FlagView[]> {
  permit(actor)
  const { all } = await readAll(platform)
  return sorted(all, parseInput(listFlagsInput, input))
}

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
