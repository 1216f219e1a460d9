import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { LedgerPart } from '../../../contract.ts'
import { startService, temporaryLedger } from '../../testing/service.ts'

const lineBytes = 512
const linesPerBlock = 8

/** Returns the lines of a ledger, each of 512 bytes. */
function linesOf(count: number, note = 'x'): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const [start, end] = [`Mint {"Id":"${at}","Time":1,"To":"a","Amount":1,"Note":"`, '"}\n']
    return start + note.repeat(lineBytes - start.length - end.length) + end
  })
  return lines.join('')
}

async function startOn(lines: string) {
  const ledgerFile = temporaryLedger()
  writeFileSync(ledgerFile, lines)
  return startService({ ledgerFile })
}

type Service = Awaited<ReturnType<typeof startService>>

const partOf = async ({ client }: Service) =>
  JSON.parse((await client.get('/ledger')).replace('200 ', '')) as LedgerPart

/** Reads a balance for a caller that knows a part of a ledger. */
const readAs = ({ client }: Service, { id, height, hash }: LedgerPart) =>
  client.get('/balance/a', { 'Known-Ledger': `${id} ${height} ${hash}` })

test('a ledger has the id of its first line, its size and its running hash', async () => {
  const lines = linesOf(linesPerBlock)
  const service = await startOn(lines)
  const hashOf = (text: string | Buffer) => createHash('sha256').update(text)
  expect(await partOf(service)).toEqual({
    id: hashOf(linesOf(1)).digest('hex').slice(0, 32),
    height: lines.length,
    hash: hashOf(Buffer.concat([Buffer.alloc(32), Buffer.from(lines)])).digest('hex'),
  })
  await service.client.mint('a', 1)
  expect((await partOf(service)).height).toBeGreaterThan(lines.length)
})

test('an empty ledger has no id, and one with a long first line has', async () => {
  const empty = await startOn('')
  expect(await partOf(empty)).toEqual({})
  const line = `Mint {"Id":"long","Time":1,"To":"a","Amount":1,"Note":"${'x'.repeat(10_000)}"}\n`
  const { id } = await partOf(await startOn(line + linesOf(2)))
  expect(id).toBe(createHash('sha256').update(line).digest('hex').slice(0, 32))
})

describe.each([
  ['with its running hash on disk', false],
  ['without its running hash on disk', true],
])('a ledger %s', (_name, isRemoved) => {
  async function start() {
    const ledgerFile = temporaryLedger()
    writeFileSync(ledgerFile, linesOf(3 * linesPerBlock + 1))
    const first = await startService({ ledgerFile })
    await first.economy.close()
    const service = await startService({ ledgerFile })
    if (isRemoved) rmSync(`${ledgerFile}.chain`)
    return service
  }

  test.each([1, linesPerBlock, linesPerBlock + 1, 3 * linesPerBlock, 3 * linesPerBlock + 1])(
    'serves a caller that knows its first %i lines, and no caller that knows others',
    async (count) => {
      const service = await start()
      const known = await partOf(await startOn(linesOf(count)))
      expect(await readAs(service, known)).toBe('200 25')
      expect(await readAs(service, known)).toBe('200 25')
      const forked = { ...known, hash: '0'.repeat(64) }
      expect(await readAs(service, forked)).toBe(
        '412 this is another ledger than the one that the caller knows',
      )
    },
  )

  test('serves no caller that knows more lines, or those of another ledger', async () => {
    const service = await start()
    const longer = await partOf(await startOn(linesOf(3 * linesPerBlock + 2)))
    expect(await readAs(service, longer)).toBe('412 this ledger is older than the one that the caller knows')
    const other = await partOf(await startOn(linesOf(1, 'y')))
    expect(await readAs(service, other)).toBe('412 this is another ledger than the one that the caller knows')
  })
})

test('an empty ledger serves no caller that knows one with events', async () => {
  const known = await partOf(await startOn(linesOf(1)))
  const message = '412 this ledger is empty, and the caller knows one with events'
  expect(await readAs(await startOn(''), known)).toBe(message)
})

test.each(['', 'x', 'a 1', `${'a'.repeat(32)} 0 ${'b'.repeat(64)}`, `${'a'.repeat(31)} 1 ${'b'.repeat(64)}`])(
  'refuses the known ledger “%s”',
  async (text) => {
    const { client } = await startOn(linesOf(1))
    expect(await client.get('/balance/a', { 'Known-Ledger': text })).toBe(
      '400 invalid Known-Ledger: it must be an id, a height and a hash',
    )
  },
)
