import { CannotStart } from '@baseplate/service/cannot-start'
import type { Files } from '@baseplate/storage/files'
import { readText } from '@baseplate/storage/read-text'
import { Catalogues, InvalidTexts } from '@baseplate/texts/catalogues'
import type { Config } from './config/schema.ts'

/** The operator's folder of texts. */
const folder = 'texts'

/**
 * Reads the texts of every offered language.
 *
 * @throws CannotStart when a file of the operator's cannot be used.
 */
export async function openTexts(
  { Language }: Pick<Config, 'Language'>,
  files: Files,
  warn: (sentence: string) => void,
): Promise<Catalogues> {
  const names = (await Array.fromAsync(files.walk(folder))).flat()
  const changes = await Promise.all(
    names.map(async (name) => ({ name, content: (await readText(files, `${folder}/${name}`)) ?? '' })),
  )
  try {
    return new Catalogues({
      changes,
      folder,
      offered: Language.Offered,
      standard: Language.Default,
      warn,
    })
  } catch (error) {
    throw error instanceof InvalidTexts ? new CannotStart(error.message) : error
  }
}
