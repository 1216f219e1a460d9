import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Product } from './processes.ts'

/** Returns the header with a key that the product created at its first start. */
export async function bearerOf(
  { dataDirectory }: Pick<Product, 'dataDirectory'>,
  key: 'gameservers' | 'economy' | 'orchestrator',
): Promise<{ Authorization: string }> {
  const text = await readFile(join(dataDirectory, 'keys', key), 'utf8')
  return { Authorization: `Bearer ${text.trim()}` }
}
