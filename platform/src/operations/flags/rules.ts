export const flagNamePattern = /^[A-Za-z0-9_]{1,100}$/

/** In characters; the configuration has the same bound. */
export const maxFlagValueLength = 1_000

/** Every client that starts downloads all of them. */
export const maxFlags = 5_000

/** What a flag was changed to at run time; a null takes a configured flag away. */
export interface FlagChange {
  name: string
  value: string | null
}

/** The flags in effect, sorted by name: as configured, with what was changed at run time. */
export function flagsInEffect(
  configured: Readonly<Record<string, string>>,
  changes: readonly FlagChange[],
): Record<string, string> {
  const flags = new Map(Object.entries(configured))
  for (const { name, value } of changes) {
    if (value === null) flags.delete(name)
    else flags.set(name, value)
  }
  // Made of entries: `__proto__` is a name like any other.
  return Object.fromEntries([...flags].sort(([one], [other]) => (one < other ? -1 : 1)))
}
