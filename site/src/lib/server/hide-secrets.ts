import type { TokenScope } from '@baseplate/platform/accounts/rules'

/** Fields of pages that let their reader in somewhere, with the scope of a token that may read them. */
const secretFields: Readonly<Record<string, TokenScope>> = {
  privateTicket: 'places:write',
  serverTicket: 'places:write',
  partyCode: 'social',
}

/** The address of a party, which its code is part of. */
const partyAddress = /\/party\?code=.*$/s

/**
 * Replaces the secrets of data that a program reads with an access token by empty texts, unless the token has their scope. All data
 * for programs passes here, so a new page cannot forget it.
 *
 * @param scopes undefined: a session, which may read everything that its user may.
 */
export function hideSecrets(data: unknown, scopes: ReadonlySet<TokenScope> | undefined): unknown {
  if (!scopes) return data
  const hide = (value: unknown, key = ''): unknown => {
    const scope = Object.hasOwn(secretFields, key) ? secretFields[key] : undefined
    if (scope && !scopes.has(scope)) return typeof value === 'string' ? '' : null
    if (typeof value === 'string' && !scopes.has('social')) return value.replace(partyAddress, '/party')
    if (Array.isArray(value)) return value.map((item) => hide(item))
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return value
    const isParty = 'code' in value && 'members' in value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        hide(part, isParty && name === 'code' ? 'partyCode' : name),
      ]),
    )
  }
  return hide(data)
}
