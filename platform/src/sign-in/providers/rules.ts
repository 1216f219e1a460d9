import { minute } from '@baseplate/service/clock'
import { usernameLimits } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'

export type Provider = Config['SignIn']['Providers'][number]

/** Time to sign in at the provider, and afterwards to choose a username or sign in to the account to link. */
export const providerLifetime = 15 * minute

/** Returns the address that a provider sends browsers to. The operator registers it at the provider. */
export const callbackUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, { Id }: Provider): string =>
  `${baseUrl}/login/${Id}/callback`

/** @throws Refused `missing` */
export function requireProvider({ SignIn }: Pick<Config, 'SignIn'>, id: string): Provider {
  const provider = SignIn.Providers.find(({ Id }) => Id === id)
  if (!provider) throw new Refused('accounts.provider_unknown')
  return provider
}

/** Returns a username like the provider's, without the characters that usernames cannot have; empty if too little is left. */
export function suggestUsername(name: string): string {
  const own = name
    .replace(/@.*$/, '')
    .normalize('NFKD')
    .replaceAll(/[\s.-]+/g, '_')
    .replaceAll(/[^A-Za-z0-9_]/g, '')
    .slice(0, usernameLimits.max)
  return own.length < usernameLimits.min ? '' : own
}

/**
 * Returns the key that all spellings of an issuer share. Operators write it with or without the last slash, or as the address of its
 * metadata, and identities must survive a change between them.
 */
export function issuerKey(issuer: string): string {
  if (!URL.canParse(issuer)) return issuer
  const { origin, pathname } = new URL(issuer)
  return origin + pathname.replace(/\/\.well-known\/openid-configuration\/?$/, '').replace(/\/+$/, '')
}

/** Returns the spellings under which an identity of an issuer may be stored. */
export const spellingsOf = (issuer: string): string[] => {
  const key = issuerKey(issuer)
  return [...new Set([issuer, key, `${key}/`, `${key}/.well-known/openid-configuration`])]
}
