import { join } from 'node:path'
import { Catalogues, InvalidTexts } from '@baseplate/texts/catalogues'
import type { Config } from './config/schema.ts'
import { CannotStart } from './errors.ts'

/** The operator's folder of texts, in the data directory. */
export const textsFolder = (dataDirectory: string): string => join(dataDirectory, 'texts')

/**
 * Reads the texts of every offered language.
 *
 * @throws CannotStart when a file of the operator's cannot be used.
 */
export function openTexts(
  { dataDirectory, Language }: Pick<Config, 'dataDirectory' | 'Language'>,
  warn: (sentence: string) => void,
): Catalogues {
  try {
    return new Catalogues({
      folder: textsFolder(dataDirectory),
      offered: Language.Offered,
      standard: Language.Default,
      warn,
    })
  } catch (error) {
    throw error instanceof InvalidTexts ? new CannotStart(error.message) : error
  }
}
