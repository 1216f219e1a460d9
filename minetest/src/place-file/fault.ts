/** Why an uploaded file is not a game, and the values that its message needs. */
interface Faults {
  not_zip: Record<never, never>
  too_many_entries: { max: number }
  /** Megabytes. */
  too_large_unpacked: { max: number }
  encrypted: { file: string }
  compression: { file: string }
  link: { file: string }
  bad_name: { file: string }
  same_name: { file: string; other: string }
  damaged: { file: string }
  no_game: Record<never, never>
  no_game_in_world: { file: string }
  conf_unreadable: { file: string }
  no_mods: { folder: string }
  mod_empty: { file: string }
  mod_name: { file: string; name: string }
  mod_reserved: { file: string; name: string }
}

export type FaultCode = keyof Faults

/** Maximum length of a name in a message. */
const shownLength = 200

/** Sanitizes an untrusted name for a line of text. */
const shown = (name: string) =>
  name
    .replace(/[\p{C}\u2028\u2029]/gu, '\uFFFD')
    .slice(0, shownLength)
    .toWellFormed()

/** An uploaded file is not a game that a server can run. */
export class PlaceFileFault extends Error {
  override name = 'PlaceFileFault'
  readonly code: FaultCode
  readonly values: Readonly<Record<string, string | number>>

  constructor(code: FaultCode, values: Readonly<Record<string, string | number>>) {
    super(code)
    this.code = code
    this.values = values
  }
}

export function fault<Code extends FaultCode>(code: Code, values: Faults[Code]): PlaceFileFault {
  const safe = Object.entries<string | number>(values).map(
    ([key, value]) => [key, typeof value === 'string' ? shown(value) : value] as const,
  )
  return new PlaceFileFault(code, Object.fromEntries(safe))
}
