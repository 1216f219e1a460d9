import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertAsset } from '@baseplate/platform/assets/files/store-asset'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import { migrations } from '@baseplate/platform/migrations/all'
import { openPlatform } from '@baseplate/platform/platform'
import { registerPerson } from '@baseplate/platform/testing/people'
import { databases } from '@baseplate/platform/testing/platforms'
import { createLog } from '@baseplate/service/log'
import { isEmptyPostgres, loadRows, rowsIn } from '@baseplate/storage/database/rows'
import { expect, onTestFinished, test } from 'vitest'
import { openSnapshot } from '../database/snapshot.ts'
import type { Progress } from '../progress.ts'
import { backedUpPlatform, forever, quiet, verdicts } from '../testing/backed-up.ts'
import { writeArchive } from './archive.ts'
import { backUp } from './backup.ts'
import { aboutName } from './format.ts'
import { restore } from './restore.ts'

/** Returns all rows of a PostgreSQL database by table name. */
async function rowsOf({ databaseUrl, dataDirectory }: Config): Promise<Record<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'rows-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const snapshot = await openSnapshot<Database>({ url: databaseUrl, dataDirectory })
  try {
    const rows: Record<string, string[]> = {}
    for (const name of await snapshot.copyTo(folder, () => {})) {
      rows[name] = (await readFile(join(folder, name), 'utf8')).split('\n').toSorted()
    }
    // The running platform runs its jobs meanwhile.
    delete rows['database.rows/jobs.jsonl']
    return rows
  } finally {
    await snapshot.close()
  }
}

const fine = { database: [], files: [], ledger: [], payments: [] }

test.each(databases)(
  'restores exactly what was backed up and leaves no copy of it elsewhere, on %s',
  async (kind) => {
    const { platform, id, file, archive, backedUp, target, folder } = await backedUpPlatform(kind)
    expect(backedUp).toMatchObject({ files: 4, faults: [], about: { ledger: true, database: kind } })
    await restore(target, archive, forever, quiet)
    expect(await verdicts(target)).toEqual(fine)
    const read = (name: string) => readFile(join(target.dataDirectory, name))
    expect((await read(`places/${id}`)).equals(file)).toBe(true)
    expect(String(await read('economy/ledger'))).toBe('Mint {"To":"a","Amount":3000000}\n')
    expect(String(await read('scripts/an operator’s own.lua'))).toBe('print(1)')
    expect(await readdir(join(platform.config.dataDirectory, 'incoming'))).toEqual([])
    expect(await readdir(target.dataDirectory)).not.toContain('exports')
    const marker = kind === 'SQLite' ? ['restored.platform'] : []
    expect((await readdir(folder)).toSorted()).toEqual(['archive.tar', 'restored', ...marker])
    for (const name of marker) expect(await readFile(join(folder, name))).toEqual(await read('keys/platform'))
    await expect(restore(target, archive, forever, quiet)).rejects.toThrow('is not empty')
    await expect(backUp(platform.config, archive, forever, quiet)).rejects.toThrow('already exists')
    const inside = join(platform.config.dataDirectory, 'places', 'archive.tar')
    await expect(backUp(platform.config, inside, forever, quiet)).rejects.toThrow(
      'in the data directory itself',
    )
  },
)

test('fills a PostgreSQL database with every original row or with none, and the platform keeps running on it', async () => {
  const { platform, id, folder, target } = await backedUpPlatform('PostgreSQL')
  // Text that JSON, line-based files or other number formats could garble.
  const hostile = `"quotes" \\n \\ 'x'); drop table users; --\u2028\u2029\r\n\t{"a":[1]}\u{1F600}é\uFEFF`
  await platform.db
    .updateTable('places')
    .set({ description: hostile, updated: Number.MAX_SAFE_INTEGER })
    .where('id', '=', id)
    .execute()
  const maker = await registerPerson(platform, 'Hatter')
  const file = { file_size: 1, file_sha256: 'x', file_md5: 'x' }
  // More rows than one batch reads or writes.
  const hats = Array.from({ length: 600 }, (_, at) => ({ id: 900_000_001 + at, name: `Hat ${at + 1}` }))
  await platform.db.transaction().execute(async (db) => {
    const hat = { type: 8, description: '', visibility: 'Visible', ...file } as const
    for (const one of hats) await insertAsset(db, maker, { ...one, ...hat }, 0)
  })
  const archive = join(folder, 'second.tar')
  await backUp(platform.config, archive, forever, quiet)

  const nowhere = { ...target, dataDirectory: join(folder, 'archive.tar', 'x') }
  await expect(restore(nowhere, archive, forever, quiet)).rejects.toThrow()
  const damaged = await readFile(archive)
  const at = damaged.indexOf('Hat 600')
  damaged[at] = 0x68
  await writeFile(join(folder, 'damaged.tar'), damaged)
  await expect(restore(target, join(folder, 'damaged.tar'), forever, quiet)).rejects.toThrow('is damaged')
  await expect(restore({ ...target, databaseUrl: undefined }, archive, forever, quiet)).rejects.toThrow(
    'set DATABASE_URL to an empty one',
  )
  await expect(
    restore({ ...target, databaseUrl: platform.config.databaseUrl }, archive, forever, quiet),
  ).rejects.toThrow('is not empty')
  expect(await readdir(folder)).not.toContain('restored')

  await restore(target, archive, forever, quiet)
  expect(await rowsOf(target)).toEqual(await rowsOf(platform.config))
  expect(await readdir(target.dataDirectory)).not.toContain('database.rows')
  const restored = await openPlatform(target, createLog('silent'))
  try {
    expect(await restored.db.selectFrom('catalog_counts').selectAll().execute()).toEqual([
      { type: 8, assets: 600 },
    ])
    await registerPerson(restored, 'Newcomer')
    const lost = { group_id: 1, user_id: maker.id, created: 0 }
    await expect(restored.db.insertInto('group_members').values(lost).execute()).rejects.toThrow(
      'foreign key',
    )
    await restored.db.deleteFrom('assets').where('id', '=', 900_000_001).execute()
    expect((await restored.db.selectFrom('catalog_counts').select('assets').execute())[0]?.assets).toBe(599)
  } finally {
    await restored.close()
  }
})

test('leaves an empty PostgreSQL database empty when the last step fails, and refuses any other', async () => {
  const { platform, target, folder } = await backedUpPlatform('PostgreSQL')
  const snapshot = await openSnapshot<Database>({ url: platform.config.databaseUrl, dataDirectory: folder })
  const rows = await mkdtemp(join(tmpdir(), 'rows-'))
  onTestFinished(() => rm(rows, { recursive: true }))
  await snapshot.copyTo(rows, () => {})
  await snapshot.close()
  const fill = ({ databaseUrl: url = '' }: Config) =>
    loadRows({ url, rows: rowsIn(join(rows, 'database.rows')) }, migrations, snapshot.migrations, {
      onProgress() {},
      last: () => Promise.reject(new Error('no room')),
    })
  await expect(fill(target)).rejects.toThrow('no room')
  expect(await isEmptyPostgres(target.databaseUrl ?? '')).toBe(true)
  await expect(fill(platform.config)).rejects.toThrow('not empty')
})

test('refuses a damaged archive wherever the damage is, and restores nothing', async () => {
  const { archive, target, folder, backedUp } = await backedUpPlatform()
  const whole = await readFile(archive)
  const refused = async (why: string | RegExp) => {
    await expect(restore(target, archive, forever, quiet)).rejects.toThrow(why)
    expect((await readdir(folder)).toSorted()).toEqual(['archive.tar'])
  }
  for (const place of [600, 40_000, whole.length - 300_000, whole.length - 2_000]) {
    const broken = Buffer.from(whole)
    broken[place] = (broken[place] ?? 0) ^ 1
    await writeFile(archive, broken)
    await refused(/is damaged: .* Nothing was restored/)
  }
  for (const length of [0, 100, 20_000, whole.length - 300_000, whole.length - 3_000]) {
    await writeFile(archive, whole)
    await truncate(archive, length)
    await refused(/is damaged: .*[^.]\. Nothing was restored/)
  }
  for (const [names, why] of [
    [['../outside'], 'it has a file named "../outside"'],
    [['economy/ledger', 'economy/ledger'], 'economy/ledger is in it twice'],
  ] as const) {
    await rm(archive)
    const append = (chunk: Uint8Array) => appendFile(archive, chunk)
    await writeArchive(append, forever, async (writer) => {
      await writer.text(aboutName, JSON.stringify(backedUp.about))
      for (const name of names) await writer.text(name, 'anything')
    })
    await refused(why)
  }
  const later = Buffer.from(whole.toString('latin1').replace('"format": 1', '"format": 2'), 'latin1')
  await writeFile(archive, later)
  await refused('a later version of Baseplate')
  const earlier = whole.toString('latin1').replace('"0001-initial"', '"0001-another"')
  await writeFile(archive, Buffer.from(earlier, 'latin1'))
  await refused('from before its first release')
})

test.each(['Looking at the files', 'Files'])(
  'leaves no files behind when interrupted at "%s"',
  async (phase) => {
    const { platform, folder } = await backedUpPlatform()
    const stopping = new AbortController()
    const interrupting: Progress = {
      show: (what) => what.startsWith(phase) && stopping.abort(new Error('enough')),
      end() {},
    }
    const other = join(folder, 'other.tar')
    await expect(backUp(platform.config, other, stopping.signal, interrupting)).rejects.toThrow('enough')
    expect(await readdir(folder)).toEqual(['archive.tar'])
    expect(await readdir(join(platform.config.dataDirectory, 'incoming'))).toEqual([])
  },
)

test('leaves no files behind when the ledger in PostgreSQL cannot be reached', async () => {
  const { platform, folder } = await backedUpPlatform()
  const { config } = platform
  const away = {
    ...config,
    economy: { ...config.economy, ledgerUrl: 'postgres://ledger@127.0.0.1:1/ledger' },
  }
  await expect(backUp(away, join(folder, 'other.tar'), forever, quiet)).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['archive.tar'])
  expect(await readdir(join(config.dataDirectory, 'incoming'))).toEqual([])
})

test('reports files that differ from the database, and completes the backup all the same', async () => {
  const { platform, id, folder } = await backedUpPlatform()
  const { dataDirectory } = platform.config
  await rm(join(dataDirectory, 'places', String(id)))
  const [content = ''] = await readdir(join(dataDirectory, 'place-files'))
  await writeFile(join(dataDirectory, 'place-files', content), randomBytes(700_000))
  await writeFile(join(dataDirectory, 'economy', 'ledger'), 'Burn {"From":"a","Amount":3000000}\n')
  const files = [`places/${id} is missing`, `place-files/${content} does not match the database`]
  expect(await verdicts(platform.config)).toEqual({
    database: [],
    files,
    ledger: [expect.stringMatching(/^invalid ledger: line 1: insufficient balance/)],
  })
  const { faults } = await backUp(platform.config, join(folder, 'faulty.tar'), forever, quiet)
  expect(faults.toSorted()).toEqual(files.toSorted())
  await rename(join(dataDirectory, 'baseplate.sqlite'), join(dataDirectory, 'elsewhere'))
  await expect(verdicts(platform.config)).rejects.toThrow('There is no database in')
})
