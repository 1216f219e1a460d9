import fs, { type FSWatcher, watch } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createFolderWatch, type FolderWatch } from './folder-watch.ts'

let folder: string
let folderWatch: FolderWatch

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'baseplate-watch-'))
  folder = join(root, 'not', 'there', 'yet')
  folderWatch = createFolderWatch(folder)
  const spied = vi.spyOn(fs, 'watch')
  syncBuiltinESMExports()
  return () => {
    spied.mockRestore()
    syncBuiltinESMExports()
    return rm(root, { recursive: true })
  }
})

const follower = () => ({ changed: vi.fn<() => void>(), lost: vi.fn<() => void>() })

const watchers = () => vi.mocked(watch).mock.results.map(({ value }) => value as FSWatcher)

test('notifies followers of their own file only', async () => {
  const [mine, other] = [follower(), follower()]
  const stop = [folderWatch.follow('mine', mine), folderWatch.follow('other', other)]
  await writeFile(join(folder, 'mine'), 'x')
  await vi.waitFor(() => expect(mine.changed).toHaveBeenCalled())
  mine.changed.mockClear()
  await writeFile(join(folder, 'mine'), 'xy')
  await vi.waitFor(() => expect(mine.changed).toHaveBeenCalled())
  await writeFile(join(folder, 'other'), 'x')
  await vi.waitFor(() => expect(other.changed).toHaveBeenCalled())
  for (const each of stop) each()
  expect(mine.lost).not.toHaveBeenCalled()
})

test('hundreds of followers share one watcher, which closes with the last and reopens for the next', async () => {
  const all = Array.from({ length: 500 }, follower)
  const stops = all.map((each, index) => folderWatch.follow(`file-${index % 50}`, each))
  expect(watchers()).toHaveLength(1)
  for (let file = 0; file < 50; file++) await writeFile(join(folder, `file-${file}`), 'x')
  await vi.waitFor(() => {
    for (const { changed } of all) expect(changed).toHaveBeenCalled()
  })
  const closed = vi.fn()
  watchers()[0]?.on('close', closed)
  for (const stop of stops) stop()
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce())
  const late = follower()
  const stop = folderWatch.follow('file-1', late)
  expect(watchers()).toHaveLength(2)
  await writeFile(join(folder, 'file-1'), 'xy')
  await vi.waitFor(() => expect(late.changed).toHaveBeenCalled())
  stop()
})

test('reports a folder that cannot be watched after follow has returned', async () => {
  vi.mocked(watch).mockImplementationOnce(() => {
    throw new Error('ENOSPC: the system limit of file watchers is reached')
  })
  const unlucky = follower()
  const stop = folderWatch.follow('x', unlucky)
  expect(unlucky.lost).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(unlucky.lost).toHaveBeenCalledOnce())
  stop()
})

test('reports a broken watcher to all followers and opens another for later ones', async () => {
  const [one, two, later] = [follower(), follower(), follower()]
  const stops = [folderWatch.follow('x', one), folderWatch.follow('y', two)]
  watchers()[0]?.emit('error', new Error('EMFILE'))
  expect(one.lost).toHaveBeenCalledOnce()
  expect(two.lost).toHaveBeenCalledOnce()
  const stop = folderWatch.follow('x', later)
  for (const each of stops) each()
  await writeFile(join(folder, 'x'), 'x')
  await vi.waitFor(() => expect(later.changed).toHaveBeenCalled())
  expect(one.changed).not.toHaveBeenCalled()
  stop()
})
