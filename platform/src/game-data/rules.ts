import { day, hour, minute } from '@baseplate/service/clock'

/** Characters of the name of a store, of a scope and of a key. */
export const maxNameLength = 50

/** The scope of entries without one. */
export const defaultScope = 'global'

/** The scope whose keys are the numbers of players. */
export const playerScope = 'player'

/** The largest value that an operator can allow, in bytes. */
export const maxValueBytes = 4_194_304

/** Earlier versions are kept this long. */
export const versionLifetime = 30 * day

/** Tombstones are removed after this long, with the earlier versions of the entry. */
export const tombstoneLifetime = 31 * day

/** Responses to writes with an `Idempotency-Key` are kept this long. */
export const requestLifetime = day

/** Looks and changes on the page of the data are listed this long. */
export const lookLifetime = 90 * day

/** Numbers of players that an entry may name. */
export const maxPlayersOfEntry = 100

/** Entries of a page of a list. */
export const maxPageSize = 100

/** Operations of a batch. */
export const maxBatchSize = 25

/** Writes to one entry within a minute. */
export const writesPerMinute = 60

/** Parts of the counted bytes of a world. Writers of different parts do not wait for each other. */
const usageParts = 16

/** Numbers from -2^53 to 2^53, which a double keeps exactly. */
const maxNumber = 2 ** 53

/** Identifies an entry within a world. */
export interface EntryName {
  /** Its store. */
  store: string
  /** Its scope. */
  scope: string
  /** Its key within the scope. */
  key: string
}

/** Returns a text that only one entry of a world has. Names have no control characters. */
export const lockNameOf = ({ store, scope, key }: EntryName): string => `${store}\n${scope}\n${key}`

const name = /^[^\p{Cc}\p{Cs}]+$/u

/** Whether a text may name a store, a scope or a key: 1 to 50 characters, none of which is a control character. */
export const isName = (text: string): boolean => name.test(text) && [...text].length <= maxNameLength

/** Returns the version after another one. It is never used twice, even after a tombstone has been removed. */
export const versionAfter = (version: number, now: number): number => Math.max(version + 1, now)

/** Whether a write keeps the value before it: the first write of each hour does, in UTC. */
export const keepsFormer = (written: number, now: number): boolean =>
  Math.floor(written / hour) !== Math.floor(now / hour)

export const minuteOf = (now: number): number => Math.floor(now / minute)

/** Returns the part of a world's counted bytes that an entry belongs to. */
export const usagePartOf = (entryId: string): number => entryId.charCodeAt(entryId.length - 1) % usageParts

/** Returns the number of a JSON text, if a store of numbers can have it. */
export function storedNumberOf(json: string): number | null {
  if (!/^\s*-?\d{1,16}\s*$/.test(json)) return null
  const number = Number(json)
  return Math.abs(number) <= maxNumber ? number : null
}
