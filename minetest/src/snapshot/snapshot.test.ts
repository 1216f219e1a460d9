import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { unpack } from '../serve/unpack.ts'

const program = join(import.meta.dirname, 'main.ts')

/** Makes a server's folder with a world. */
function makeHome() {
  const home = mkdtempSync(join(tmpdir(), 'snapshot-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const world = join(home, 'world')
  mkdirSync(world)
  return { home, world }
}

/** Runs the program, and unpacks its archive as the next server does. */
async function takeSnapshot(home: string, bytes = 100_000_000) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, String(bytes)], {
    cwd: home,
    maxBuffer: 1e9,
  })
  const restored = join(home, 'restored')
  if (status === 0) {
    writeFileSync(join(home, 'archive.zip'), stdout)
    await unpack(join(home, 'archive.zip'), restored, { entries: 100_000, bytes, portableNames: false })
  }
  return { status, stdout, error: stderr.toString(), restored }
}

const namesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()

function makeDatabase(path: string, rows = 10) {
  const database = new DatabaseSync(path)
  database.exec('create table if not exists blocks (pos integer primary key, data blob)')
  const insert = database.prepare('insert into blocks values (?, randomblob(1000))')
  database.exec('begin')
  for (let row = 0; row < rows; row++) insert.run(row)
  database.exec('commit')
  return database
}

function countOf(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    return database.prepare('select count(*) as count from blocks').get()?.count
  } finally {
    database.close()
  }
}

test('has all files of the world, but neither mods nor accounts nor logs', async () => {
  const { home, world } = makeHome()
  makeDatabase(join(world, 'map.sqlite')).close()
  makeDatabase(join(world, 'auth.sqlite')).close()
  mkdirSync(join(world, 'worldmods', 'baseplate'), { recursive: true })
  mkdirSync(join(world, 'worldmods', 'own'))
  mkdirSync(join(world, 'schems'))
  const texts = ['env_meta.txt', 'debug.txt', 'worldmods/baseplate/init.lua', 'worldmods/own/init.lua']
  for (const name of [...texts, 'schems/größe.mts', 'notes-journal']) writeFileSync(join(world, name), name)
  writeFileSync(join(world, 'empty'), '')
  const { status, restored } = await takeSnapshot(home)
  expect(status).toBe(0)
  const kept = ['empty', 'env_meta.txt', 'map.sqlite', 'notes-journal', 'schems/größe.mts']
  expect(namesIn(restored)).toEqual(kept)
  expect(readFileSync(join(restored, 'schems/größe.mts'), 'utf8')).toBe('schems/größe.mts')
  expect(countOf(join(restored, 'map.sqlite'))).toBe(10)
  expect(readdirSync(home).sort()).toEqual(['archive.zip', 'restored', 'world'])
})

test('copies a database as of one moment, without the rest of a transaction that was cut off', async () => {
  const { home, world } = makeHome()
  const path = join(world, 'map.sqlite')
  makeDatabase(path).close()
  // An engine that was killed in a transaction that had begun to spill into the file.
  const script = `const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(${JSON.stringify(path)})
    db.exec('pragma cache_size = 1; begin')
    const insert = db.prepare('insert into blocks values (?, randomblob(100000))')
    for (let row = 100; row < 200; row++) insert.run(row)
    process.kill(process.pid, 'SIGKILL')`
  spawnSync(process.execPath, ['-e', script])
  expect(existsSync(`${path}-journal`)).toBe(true)
  const { restored } = await takeSnapshot(home)
  expect(namesIn(restored)).toEqual(['map.sqlite'])
  expect(countOf(join(restored, 'map.sqlite'))).toBe(10)
})

test('lets another process write meanwhile', async () => {
  const { home, world } = makeHome()
  const database = makeDatabase(join(world, 'map.sqlite'), 20_000)
  database.exec('pragma busy_timeout = 1000')
  const child = spawn(process.execPath, [program, '100000000'], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  const ended = new Promise((resolve) => child.once('close', resolve))
  let rows = 20_000
  const insert = database.prepare('insert into blocks values (?, randomblob(1000))')
  while (child.exitCode === null && child.signalCode === null) {
    insert.run(rows++)
    await delay(20)
  }
  expect(await ended).toBe(0)
  database.close()
  writeFileSync(join(home, 'archive.zip'), Buffer.concat(chunks))
  const restored = join(home, 'restored')
  await unpack(join(home, 'archive.zip'), restored, { entries: 10, bytes: 1e9, portableNames: false })
  expect(countOf(join(restored, 'map.sqlite'))).toBeGreaterThanOrEqual(20_000)
})

test('leaves out links, pipes and unusable names, and keeps broken databases as they are', async () => {
  const { home, world } = makeHome()
  const secret = join(home, 'secret')
  mkdirSync(secret)
  writeFileSync(join(secret, 'key'), 'secret')
  symlinkSync(join(secret, 'key'), join(world, 'link'))
  symlinkSync(secret, join(world, 'folder'))
  symlinkSync(join(secret, 'key'), join(world, 'linked.sqlite'))
  symlinkSync('loop', join(world, 'loop'))
  execFileSync('mkfifo', [join(world, 'pipe')])
  for (const name of ['back\\slash', 'line\nbreak', 'c:']) writeFileSync(join(world, name), 'x')
  writeFileSync(join(world, 'broken.sqlite'), `SQLite format 3\0${'x'.repeat(5_000)}`)
  const { status, restored } = await takeSnapshot(home)
  expect(status).toBe(0)
  expect(namesIn(restored)).toEqual(['broken.sqlite'])
  expect(readFileSync(join(restored, 'broken.sqlite'), 'utf8')).toContain('xxxxx')
})

test('fails for a world that is too large, even if it takes no space on the disk', async () => {
  const { home, world } = makeHome()
  writeFileSync(join(world, 'sparse'), '')
  truncateSync(join(world, 'sparse'), 1e12)
  expect(await takeSnapshot(home)).toMatchObject({
    status: 1,
    error: 'the world is larger than 100000000 bytes\n',
    stdout: Buffer.alloc(0),
  })
})

test('fails for a world with too many files', async () => {
  const { home, world } = makeHome()
  for (let file = 0; file <= 20_000; file++) writeFileSync(join(world, String(file)), '')
  expect(await takeSnapshot(home)).toMatchObject({
    status: 1,
    error: 'the world has more than 20000 files\n',
  })
})

test('fails without a world', async () => {
  const { home, world } = makeHome()
  rmSync(world, { recursive: true })
  expect((await takeSnapshot(home)).status).toBe(1)
})

test('finishes despite a file that grows, and removes the copies of a killed snapshot', async () => {
  const { home, world } = makeHome()
  mkdirSync(join(home, 'snapshot-killed'))
  const path = join(world, 'growing')
  writeFileSync(path, 'x'.repeat(1_000_000))
  const growing = setInterval(() => appendFileSync(path, 'y'.repeat(100_000)), 1)
  onTestFinished(() => clearInterval(growing))
  const child = spawn(process.execPath, [program, '1000000000'], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
  expect(readdirSync(home)).toEqual(['world'])
})
