import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { checkBuiltTexts } from './built-texts.ts'

test.each([
  ['accepts a build that matches the texts', '{"":["common.cancel"],"/groups":["groups.title"]}', undefined],
  [
    'refuses a build that needs a text that does not exist',
    '{"/home":["home.title_of_yesterday"]}',
    /does not match its texts/,
  ],
  ['refuses a build that was interrupted', '{"/home":["ho', /incomplete/],
  ['refuses a build without a list of texts', undefined, /incomplete/],
])('%s', async (_name, content, refusal) => {
  const folder = await mkdtemp(join(tmpdir(), 'built-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'texts-by-route.json')
  if (content !== undefined) await writeFile(file, content)
  const checked = checkBuiltTexts(pathToFileURL(file))
  await (refusal ? expect(checked).rejects.toThrow(refusal) : checked)
})
