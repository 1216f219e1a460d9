import { readFile } from 'node:fs/promises'
import { CannotStart } from '@baseplate/service/cannot-start'
import { readShipped } from '@baseplate/texts/read'

/**
 * Checks that a built site and the texts beside it belong together. After an interrupted build or an incomplete update, pages
 * would fail one by one.
 *
 * @param file lists the keys of the texts that each route needs, `texts-by-route.json` of the build.
 * @throws CannotStart
 */
export async function checkBuiltTexts(file: URL): Promise<void> {
  const texts = readShipped('en')
  const keys = await readKeys(file)
  if (keys?.every((key) => Object.hasOwn(texts, key))) return
  throw new CannotStart(
    'The built site is incomplete or does not match its texts. Run `npm run build` again.',
  )
}

async function readKeys(file: URL): Promise<string[] | undefined> {
  try {
    return Object.values(JSON.parse(await readFile(file, 'utf8')) as Record<string, string[]>).flat()
  } catch {
    return undefined
  }
}
