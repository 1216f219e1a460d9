import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** Languages that the platform ships, the source language first. */
export const shippedLocales = ['en', 'de'] as const
type ShippedLocale = (typeof shippedLocales)[number]

const read = new Map<string, Readonly<Record<string, string>>>()

/**
 * Returns the texts of a shipped language, which a process reads once. The name of a file is the first part of its keys: the
 * entry `buy` of `catalog.json` has the key `catalog.buy`.
 */
export function readShipped(locale: ShippedLocale): Readonly<Record<string, string>> {
  const known = read.get(locale)
  if (known) return known
  const folder = join(root, locale)
  const texts: Record<string, string> = {}
  for (const file of readdirSync(folder).sort()) {
    const part = file.replace(/\.json$/, '')
    const entries = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>
    for (const [name, text] of Object.entries(entries)) texts[`${part}.${name}`] = text
  }
  read.set(locale, texts)
  return texts
}
