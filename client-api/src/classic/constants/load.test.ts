import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { Files } from '@baseplate/storage/files'
import { openLocalFiles } from '@baseplate/storage/local-files/open'
import { beforeEach, expect, test } from 'vitest'
import { loadOwnConstants } from './load.ts'
import { pageParts } from './page-paths.ts'

const taken = ['/game/join', '/setting/get/:group/*', '/groups/:id{[0-9]+}']
let folder: string
let files: Files

beforeEach(async () => {
  const data = await mkdtemp(join(tmpdir(), 'baseplate-constants-'))
  folder = join(data, 'client-api', 'constants')
  await mkdir(folder, { recursive: true })
  files = await openLocalFiles(data)
  return () => rm(data, { recursive: true })
})

const load = async (written: Record<string, string | unknown>) => {
  for (const [name, content] of Object.entries(written))
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return loadOwnConstants(files, taken)
}

test('reads texts and values, and returns them for both methods', async () => {
  const calls = await load({
    '2012.json': [
      { path: '/Game/Own.ashx', body: 'OK' },
      { path: '/Away', status: 404 },
    ],
    'other.json': [
      { path: '/GetAllowedMD5Hashes', body: { data: ['12ab'] } },
      { path: '/Own/Help.aspx', type: 'text/html; charset=utf-8', body: '<p>Help' },
      { path: '/Own/Pages/*', body: [] },
    ],
  })
  expect(calls.map(({ paths, constant }) => [paths, constant])).toEqual([
    [['/game/own.ashx'], { type: 'text/plain', body: 'OK' }],
    [['/away'], { type: 'text/plain', body: '', status: 404 }],
    [['/getallowedmd5hashes'], { type: 'application/json', body: '{"data":["12ab"]}' }],
    [['/own/help.aspx'], { type: 'text/html; charset=utf-8', body: '<p>Help' }],
    [['/own/pages/*'], { type: 'application/json', body: '[]' }],
  ])
  expect(calls.every(({ methods }) => methods.join() === 'GET,POST')).toBe(true)
})

test('needs no file', async () => {
  await rm(folder, { recursive: true })
  expect(await loadOwnConstants(files, taken)).toEqual([])
})

test.each([
  ['[', 'it is not JSON: '],
  [{ path: '/x' }, 'it must be a list of calls'],
  [['/x'], 'call 1 must be an object'],
  [[{ path: '/x' }, {}], 'call 2 needs a path'],
  [[{ path: 'x' }], 'call 1 needs a path'],
  [[{ path: '/x/' }], 'call 1 needs a path'],
  [[{ path: '/x?y=1' }], 'call 1 needs a path'],
  [[{ path: '/x/../y' }], 'call 1 needs a path'],
  [[{ path: '/x/:id' }], 'call 1 needs a path'],
  [[{ path: '/x/*/y' }], 'call 1 needs a path'],
  [[{ path: '/*' }], 'call 1 needs a path'],
  [[{ path: '/x', text: '' }], 'call 1 has an unknown key "text"'],
  [[{ path: '/x', type: 'text\n' }], 'call 1 has a type'],
  [[{ path: '/x', status: 302 }], 'call 1 has a status'],
  [[{ path: '/x', status: '200' }], 'call 1 has a status'],
  [[{ path: '/x' }, { path: '/X' }], '/x is in client-api/constants/own.json already'],
  [[{ path: '/Games/own' }], '/games/own is a path of the site’s pages'],
  [[{ path: '/Health' }], '/health is a path of the site’s pages'],
  [[{ path: '/Game/Join' }], 'the platform itself responds to /game/join'],
  [[{ path: '/Game/*' }], 'the platform itself responds to /game/*'],
  [[{ path: '/setting/get/Own' }], 'the platform itself responds to /setting/get/own'],
  [[{ path: '/setting/get/Own/*' }], 'the platform itself responds to /setting/get/own/*'],
])('refuses to start with %j, and names the file and the mistake', async (content, mistake) => {
  const starting = load({ 'own.json': content })
  await expect(starting).rejects.toBeInstanceOf(CannotStart)
  await expect(starting).rejects.toThrow(`The file client-api/constants/own.json is broken: ${mistake}`)
})

test.each(['own.txt', 'own file.json'])('refuses to start with a file named %s', async (name) => {
  await expect(load({ '.hidden': 'x', [name]: [] })).rejects.toThrow(
    `The file client-api/constants/${name} is not used: names of files of constants end in .json`,
  )
})

test('knows the first part of the path of every page', () => {
  const site = join(import.meta.dirname, '../../../../site')
  const names = ['src/routes', 'static'].flatMap((name) => readdirSync(join(site, name)))
  const parts = names.filter((name) => !/^\+|\.svelte$|^\(/.test(name))
  expect(parts.filter((part) => !pageParts.has(part.toLowerCase()))).toEqual([])
})
