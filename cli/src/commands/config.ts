import type { Config } from '@baseplate/platform/foundation/config/schema'
import { print } from '../print.ts'

/** `baseplate config print`: prints file, environment and defaults combined, as JSON without secrets. */
export async function printConfig(config: Config): Promise<void> {
  await print(`${JSON.stringify(config, (name, value: unknown) => masked(name, value), 2)}\n`)
}

/** Keys with such names hold a secret, at any depth. */
const secretName = /(key|password|secret|token)$/i

const mask = '********'

function masked(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  if (secretName.test(name)) return mask
  return withoutPassword(value)
}

/** Masks the password of an address, such as that of a database. */
function withoutPassword(text: string): string {
  if (!/^[a-z+]+:\/\//i.test(text)) return text
  // An address with several hosts, which PostgreSQL allows, is not a standard URL.
  if (!URL.canParse(text)) return text.replace(/:[^:@/]*@/, `:${mask}@`)
  const url = new URL(text)
  if (url.password) url.password = mask
  // PostgreSQL takes it as a parameter, too. An address without a password stays as it was written.
  if (url.searchParams.has('password')) url.searchParams.set('password', mask)
  return url.href.includes(mask) ? url.href : text
}
