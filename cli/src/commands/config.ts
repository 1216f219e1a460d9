import type { Config } from '@baseplate/platform/foundation/config/schema'
import { print } from '../print.ts'

/** `baseplate config print`: the file, the environment and the defaults together, as JSON that can be shown to others. */
export async function printConfig(config: Config): Promise<void> {
  await print(`${JSON.stringify(config, (name, value: unknown) => masked(name, value), 2)}\n`)
}

/** Names that end like this hold a secret, wherever they stand. */
const secretName = /(key|password|secret|token)$/i

const mask = '********'

function masked(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  if (secretName.test(name)) return mask
  return withoutPassword(value)
}

/** Addresses may carry a password, such as that of a database. */
function withoutPassword(text: string): string {
  if (!/^[a-z+]+:\/\/[^/]*@/i.test(text) || !URL.canParse(text)) return text
  const url = new URL(text)
  if (url.password) url.password = mask
  return url.href
}
