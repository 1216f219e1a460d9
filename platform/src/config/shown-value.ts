/** Keys whose values are secrets. The names of files that have one are none. */
const secretName = /(?:key|password|secret|token)$/i

/** Variables with addresses whose parts may be secrets even where they cannot be told apart. */
const secretAddresses: ReadonlySet<PropertyKey> = new Set([
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'LEDGER_URL',
  'FILES_URL',
])

/** Signs of a user name, a password or parameters in an address. */
const suspicious = /[@:?#]/

/** Returns a refused value as JSON for a message, without secrets. Undefined: there is nothing to show. */
export function shownValue(path: readonly PropertyKey[], input: unknown): string | undefined {
  const value = path.reduce<unknown>(
    (within, key) =>
      typeof within === 'object' && within !== null
        ? (within as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )
  if (value === undefined) return undefined
  const name = path.at(-1)
  if (path.some((key) => typeof key === 'string' && secretName.test(key))) return 'this value'
  if (name !== undefined && secretAddresses.has(name)) return shownAddress(String(value))
  return JSON.stringify(value, (key, inside: unknown) => {
    if (secretName.test(key)) return '…'
    return typeof inside === 'string' ? withoutPassword(inside) : inside
  })
}

function shownAddress(address: string): string {
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)(.*)$/is.exec(address) ?? []
  if (scheme === undefined) return 'this value'
  return JSON.stringify(suspicious.test(rest) ? `${scheme}…` : address)
}

/**
 * Hides user names and passwords. A password that is not encoded may have any character, so the last `@` ends it. The colon after
 * the scheme may be missing, because refused addresses are often misspelled.
 */
const withoutPassword = (text: string): string => text.replace(/([a-z][a-z\d+.-]*:?\/\/).*@/is, '$1…@')
