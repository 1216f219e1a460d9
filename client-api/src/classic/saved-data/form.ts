import { Refused } from '@baseplate/platform/foundation/errors'
import { type EntryName, parseEntryName } from '@baseplate/platform/game-data/door'
import { defaultScope } from '@baseplate/platform/game-data/rules'

/** Entries that one call may read. */
const maxKeys = 100

/**
 * Returns the fields of a form, by names in lower case. Unlike other forms, broken text is refused: it would be stored as other text.
 *
 * @throws Refused `invalid`
 */
export function strictFormOf(body: Uint8Array): Map<string, string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    return new Map(text.split('&').filter(Boolean).map(fieldOf))
  } catch {
    throw new Refused('input.request_invalid')
  }
}

function fieldOf(written: string): [name: string, value: string] {
  const [name = ''] = written.split('=', 1)
  return [decoded(name).toLowerCase(), decoded(written.slice(name.length + 1))]
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** An entry as a call names it. */
export interface SentName {
  /** The name of the store, as the script wrote it. */
  key: string
  scope: string
  target: string
}

/** Returns the entry of a call. Calls name the store `key`, and the key of the entry `target`. @throws Refused `invalid` */
export const entryOf = ({ key, scope, target }: SentName): EntryName =>
  parseEntryName({ store: key, scope: scope || defaultScope, key: target })

/** Returns the entries that a form names, in the order of their numbers: `qkeys[0].key` and so on. @throws Refused `invalid` */
export function sentNamesIn(form: ReadonlyMap<string, string>): SentName[] {
  const names = new Map<number, SentName>()
  for (const [field, value] of form) {
    const [, index, part] = /^qkeys\[(\d{1,4})\]\.(key|scope|target)$/.exec(field) ?? []
    if (index === undefined || part === undefined) continue
    const name = names.get(Number(index)) ?? { key: '', scope: '', target: '' }
    names.set(Number(index), { ...name, [part]: value })
  }
  if (names.size > maxKeys) throw new Refused('input.request_invalid')
  return [...names].toSorted(([one], [other]) => one - other).map(([, name]) => name)
}
