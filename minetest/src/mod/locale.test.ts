import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modFolder } from './testing/open-mod.ts'

const texts = join(import.meta.dirname, '../../../texts')

/** Languages of the platform other than English, which the mod is written in. */
const languages = readdirSync(texts).filter((name) => /^[a-z]{2}$/.test(name) && name !== 'en')

const written = new Set(
  readdirSync(modFolder)
    .filter((name) => name.endsWith('.lua'))
    .flatMap((name) => [...readFileSync(join(modFolder, name), 'utf8').matchAll(/\bS\("([^"]+)"/g)])
    .map(([, text]) => text),
)

test.each(languages)('each text of the mod is translated, with its values: %s', (language) => {
  const file = readFileSync(join(modFolder, 'locale', `baseplate.${language}.tr`), 'utf8')
  const entries = file.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const translated = new Map(entries.map((line) => line.split('=') as [string, string]))
  expect([...translated.keys()].toSorted()).toEqual([...written].toSorted())
  for (const [text, translation] of translated)
    expect([text, translation.match(/@\d/g) ?? []]).toEqual([text, text.match(/@\d/g) ?? []])
})
