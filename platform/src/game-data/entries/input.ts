import { z } from 'zod'
import { maxPlayerNumber, parsePlayerNumber } from '../../accounts/numbers/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseExact, parseJson } from '../../foundation/json.ts'
import {
  defaultScope,
  type EntryName,
  isName,
  lockNameOf,
  maxBatchSize,
  maxPageSize,
  maxPlayersOfEntry,
  maxValueBytes,
  playerScope,
} from '../rules.ts'
import type { Change, Condition } from './rules.ts'

/** Bytes of a batch: its values, and their names. */
export const maxBatchBytes = maxValueBytes + 100_000

/** Parses the name of an entry. @throws Refused `invalid` */
export function parseEntryName(name: EntryName): EntryName {
  if (![name.store, name.scope, name.key].every(isName)) throw new Refused('data.name_invalid')
  if (name.scope === playerScope && parsePlayerNumber(name.key) === undefined)
    throw new Refused('data.player_invalid')
  return name
}

/** Parses the names of a store and a scope. @throws Refused `invalid` */
export function parseScopeName<Name extends Pick<EntryName, 'store' | 'scope'>>(name: Name): Name {
  if (![name.store, name.scope].every(isName)) throw new Refused('data.name_invalid')
  return name
}

/** Parses a list of numbers of players, such as `12,13`. @throws Refused `invalid` */
export function parsePlayers(text: string | undefined): readonly number[] | undefined {
  if (text === undefined) return undefined
  const parts = text.split(',').map((part) => part.trim())
  const numbers = parts.filter((part) => part !== '').map(parsePlayerNumber)
  const known = [...new Set(numbers)].filter((number) => number !== undefined)
  if (numbers.includes(undefined) || known.length > maxPlayersOfEntry)
    throw new Refused('data.players_invalid')
  return known
}

/** Checks that bytes are a JSON text, which is kept as it is. @throws Refused `invalid`; `oversize` */
export function parseValue(bytes: Uint8Array, maxBytes: number): string {
  if (bytes.length > maxBytes) throw new Refused('data.too_large', { max: maxBytes })
  const json = decode(bytes)
  if (json === undefined || parseJson(json) === undefined) throw new Refused('data.not_json')
  return json
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The step of an increment. */
export const parseStep = (text: string | undefined): number => {
  const step = Number(text)
  if (text === undefined || !/^-?\d{1,16}$/.test(text) || !Number.isSafeInteger(step))
    throw new Refused('data.step_invalid')
  return step
}

/** The number of a version. Undefined: there can be none with this text. */
export const parseVersion = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

const numbers = z
  .number()
  .int()
  .min(-(2 ** 53))
  .max(2 ** 53)

const text = z.string()

/** Query of a list of entries. */
export const entryListQuery = z.object({
  /** Only keys that begin with this text. */
  prefix: text.optional(),
  /** From the page before. */
  cursor: text.optional(),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(maxPageSize),
  /** Entries with whole numbers only, by their numbers. */
  order: z.enum(['asc', 'desc']).optional(),
  /** Smallest number. */
  min: z.coerce.number().pipe(numbers).optional(),
  /** Largest number. */
  max: z.coerce.number().pipe(numbers).optional(),
})
export type EntryListQuery = z.output<typeof entryListQuery>

const operation = z.object({
  op: z.enum(['put', 'increment', 'delete']),
  store: text,
  scope: text.default(defaultScope),
  key: text,
  value: z.unknown().optional(),
  by: z.number().int().refine(Number.isSafeInteger).optional(),
  players: z.array(z.number().int().min(1).max(maxPlayerNumber)).max(maxPlayersOfEntry).optional(),
  ifVersion: text.optional(),
  ifAbsent: z.boolean().optional(),
})

const batch = z.object({ operations: z.array(operation).min(1).max(maxBatchSize) })

/** An operation of a batch. */
export interface Operation {
  name: EntryName
  change: Change
}

/**
 * Parses a batch. Values keep the digits of their numbers.
 *
 * @throws Refused `invalid`: another form, an entry twice, or too many operations; `oversize`
 */
export function parseBatch(body: string, maxBytes: number): Operation[] {
  const { data } = batch.safeParse(parseJson(body))
  if (!data) throw new Refused('data.batch_invalid', { max: maxBatchSize })
  const exact = parseExact(body) as { operations: readonly { value?: unknown }[] }
  const operations = data.operations.map((each, index) => {
    const { store, scope, key, ifVersion, ifAbsent } = each
    const name = parseEntryName({ store, scope, key })
    const condition: Condition = { ifVersion, ifAbsent }
    return { name, change: changeOf(each, exact.operations[index]?.value, condition, maxBytes) }
  })
  if (new Set(operations.map(({ name }) => lockNameOf(name))).size < operations.length)
    throw new Refused('data.batch_repeats')
  return operations
}

function changeOf(
  { op, by, players, value }: z.output<typeof operation>,
  exact: unknown,
  condition: Condition,
  maxBytes: number,
): Change {
  if (op === 'delete') return { op, ...condition }
  if (op === 'increment') {
    if (by === undefined) throw new Refused('data.step_invalid')
    return { op, by, players, ...condition }
  }
  if (value === undefined) throw new Refused('data.not_json')
  const json = JSON.stringify(exact)
  if (Buffer.byteLength(json) > maxBytes) throw new Refused('data.too_large', { max: maxBytes })
  return { op, json, players, ...condition }
}
