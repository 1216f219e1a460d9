export const flagNamePattern = /^[A-Za-z0-9_]{1,100}$/

/** Maximum length in characters, as in the configuration. */
export const maxFlagValueLength = 1_000

/** Maximum number of flags. Every client downloads all of them when it starts. */
export const maxFlags = 5_000

/** Run-time value of a flag; null removes a configured flag. */
interface FlagChange {
  name: string
  value: string | null
}

/** Returns the flags in effect, sorted by name: configured ones with run-time changes. */
export function flagsInEffect(
  configured: Readonly<Record<string, string>>,
  changes: readonly FlagChange[],
): Record<string, string> {
  const flags = new Map(Object.entries(configured))
  for (const { name, value } of changes) {
    if (value === null) flags.delete(name)
    else flags.set(name, value)
  }
  // Built from entries, so that `__proto__` is an ordinary name.
  return Object.fromEntries([...flags].sort(([one], [other]) => (one < other ? -1 : 1)))
}
