import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkOrCopy } from './link-or-copy.ts'

function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'baseplate-link-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A folder on another file system than the temporary one, where this machine has one. */
const elsewhere = ['/dev/shm', '/tmp', import.meta.dirname].find(
  (path) => statSync(path, { throwIfNoEntry: false })?.dev !== statSync(tmpdir()).dev,
)

test('a second name is the same file', async () => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  writeFileSync(from, 'content')
  await linkOrCopy(from, to)
  expect(statSync(to).ino).toBe(statSync(from).ino)
})

test.skipIf(elsewhere === undefined)(
  'a second name on another file system is a copy with the same times',
  async () => {
    const [from, to] = [join(temporaryFolder(), 'from'), join(temporaryFolder(elsewhere), 'to')]
    writeFileSync(from, 'content')
    utimesSync(from, 1_000, 2_000)
    await linkOrCopy(from, to)
    // Reading the file changes the time of its last use.
    expect([statSync(to).atimeMs, statSync(to).mtimeMs]).toEqual([1_000_000, 2_000_000])
    expect(readFileSync(to, 'utf8')).toBe('content')
  },
)

test.each([undefined, ...(elsewhere === undefined ? [] : [elsewhere])])(
  'a second name replaces no file (%j)',
  async (parent) => {
    const [from, to] = [join(temporaryFolder(), 'from'), join(temporaryFolder(parent), 'to')]
    writeFileSync(from, 'content')
    writeFileSync(to, 'earlier')
    await expect(linkOrCopy(from, to)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(to, 'utf8')).toBe('earlier')
  },
)

test('a file that is missing gets no second name', async () => {
  const folder = temporaryFolder()
  await expect(linkOrCopy(join(folder, 'from'), join(folder, 'to'))).rejects.toMatchObject({ code: 'ENOENT' })
})
