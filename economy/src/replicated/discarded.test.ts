import { readFileSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { connectClient } from '../testing/postgres-clients.ts'
import { temporaryLedger } from '../testing/service.ts'
import { spawnShared, writerOf } from '../testing/shared.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'

/** Writes two batches with a process that then ends. Its copy is in the file. */
async function writtenCopy() {
  const url = await sharedLedger()
  const directory = dirname(temporaryLedger())
  const first = await spawnShared(url, { directory })
  const { client } = await writerOf([first])
  for (const amount of [1, 2]) expect(await client.mint('a', amount)).toBe('200')
  await first.ended('SIGTERM')
  const file = join(directory, 'ledger')
  return { url, directory, file, lines: readFileSync(file, 'utf8') }
}

test('a process keeps in a file what a restored database does not have, and says where', async () => {
  const { url, directory, file, lines } = await writtenCopy()
  const database = await connectClient(url)
  await database.query('DELETE FROM ledger_batches WHERE sequence = 2')
  const next = await spawnShared(url, { directory })
  const { client } = await writerOf([next])
  expect(await client.get('/balance/a')).toBe('200 1')
  const kept = readFileSync(file, 'utf8')
  expect(next.messages()).toContain(`reading the ledger again from byte ${kept.length} on: `)
  const [, path = ''] = /does not have is kept in (.+)/.exec(next.messages()) ?? []
  expect(kept + readFileSync(path, 'utf8')).toBe(lines)
})

test('a process reads the end of a batch again that its copy lacks, and keeps nothing of it', async () => {
  const { url, directory, file, lines } = await writtenCopy()
  truncateSync(file, lines.length - 5)
  const next = await spawnShared(url, { directory })
  const { client } = await writerOf([next])
  expect(await client.get('/balance/a')).toBe('200 3')
  expect(next.messages()).toContain('reading the ledger again')
  expect(next.messages()).not.toContain('is kept in')
  await next.ended('SIGTERM')
  expect(readFileSync(file, 'utf8')).toBe(lines)
})
