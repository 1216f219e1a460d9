import { text } from '../foundation/config/values.ts'

const encode =
  'percent-encode special characters in the user name and the password: @ is %40, / is %2F, # is %23, ? is %3F, % is %25'

const form = 'use postgres://user:password@host:5432/name'

/**
 * Returns why a connection string cannot be used; undefined when it can. Other than the URL standard, drivers accept a string without
 * a host that names a socket: `postgres://user@/name?host=/run/postgresql`. The reason never has a part of the string.
 */
function whyNotPostgresUrl(address: string): string | undefined {
  const [, authority = '', rest = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/s.exec(address) ?? []
  if (!/^postgres(?:ql)?:\/\//.test(address)) return form
  const [path = '', query = ''] = rest.split('?', 2)
  // A parameter may have an `@` in its value, after its `=`.
  const isCut = !authority.includes('@') && query.split('=')[0]?.includes('@')
  if (isCut || authority.split('@').length > 2 || path.includes('@') || path.includes('#'))
    return `${form}, and ${encode}`
  if (/%(?![\da-f]{2})/i.test(authority + path)) return `${form}, and ${encode}`
  const mode = new URLSearchParams(query).get('sslmode')
  if (mode === 'prefer' || mode === 'allow')
    return `sslmode=${mode} is not supported: use sslmode=require, or sslmode=disable`
  return URL.canParse(address) || URL.canParse(address.replace('@/', '@socket/')) ? undefined : form
}

export const postgresUrl = text.superRefine((address, context) => {
  const message = whyNotPostgresUrl(address)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** May have several hosts, which the URL standard does not allow. */
export const ledgerUrl = text.superRefine((addresses, context) => {
  const first = addresses.replace(/^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?[^,/?#]*),[^/?#]*/, '$1')
  const message = whyNotPostgresUrl(first)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})
