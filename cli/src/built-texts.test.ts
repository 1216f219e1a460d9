import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { checkBuiltTexts } from './built-texts.ts'

test.each([
  ['matches the texts', '{"":["common.cancel"],"/groups":["groups.title"]}', undefined],
  ['needs a text that does not exist', '{"/home":["home.title_of_yesterday"]}', /does not match its texts/],
  ['was interrupted', '{"/home":["ho', /incomplete/],
  ['has no list of texts', undefined, /incomplete/],
])('a build that %s', async (_what, content, refusal) => {
  const folder = await mkdtemp(join(tmpdir(), 'built-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'texts-by-route.json')
  if (content !== undefined) await writeFile(file, content)
  const checked = checkBuiltTexts(pathToFileURL(file))
  await (refusal ? expect(checked).rejects.toThrow(refusal) : checked)
})
