import type { Config } from '@baseplate/platform/foundation/config/schema'
import { openTexts } from '@baseplate/platform/foundation/texts'
import { CannotStart } from '@baseplate/service/cannot-start'
import { readShipped, shippedLocales } from '@baseplate/texts/read'
import { print } from '../print.ts'
import { withFiles } from './storage.ts'

/** `baseplate texts print`: prints the shipped texts of a language as JSON. @throws CannotStart for another language */
export async function printTexts(language: string): Promise<void> {
  const locale = shippedLocales.find((shipped) => shipped === language)
  if (!locale)
    throw new CannotStart(`There are shipped texts in ${shippedLocales.join(' and ')}, not in ${language}`)
  await print(`${JSON.stringify(readShipped(locale), null, 2)}\n`)
}

/**
 * `baseplate texts check`: reports what the operator's files lack or have not translated, and the keys that the platform does not use.
 *
 * @throws CannotStart for a file with which the site would not start
 */
export async function checkTexts(config: Config): Promise<void> {
  const warnings: string[] = []
  const texts = await withFiles(config, (files) =>
    openTexts(config, files, (sentence) => warnings.push(sentence)),
  )
  for (const warning of warnings) await print(`${warning}\n`)
  for (const { locale, name } of texts.all) {
    const missing = texts.missingIn(locale)
    const copied = texts.copiedIn(locale)
    const state = missing.length === 0 ? 'complete' : `lacks ${missing.length} texts, which appear in English`
    await print(`${locale} (${name}): ${state}\n`)
    for (const key of missing) await print(`  ${key}\n`)
    if (copied.length === 0) continue
    await print(`${locale} (${name}): ${copied.length} texts are the same as in English\n`)
    for (const key of copied) await print(`  ${key}\n`)
  }
}
