import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventsBetween, lastMark } from './marks.ts'

function ledgerFile(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'marks-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'ledger')
  writeFileSync(file, text)
  return file
}

const mint = (key?: string) =>
  `Mint ${JSON.stringify({ Id: 'x', Time: 1, To: 'a', Amount: 1, Note: 'n', ...(key && { Key: key }) })}\n`

test('returns the end of the last complete line, however long the line being written', async () => {
  expect(await lastMark('/nowhere/ledger')).toBeUndefined()
  expect(await lastMark(ledgerFile(''))).toBe(0)
  expect(await lastMark(ledgerFile('Mint {"To'))).toBe(0)
  expect(await lastMark(ledgerFile(mint()))).toBe(mint().length)
  expect(await lastMark(ledgerFile(`${mint()}${'x'.repeat(200_000)}`))).toBe(mint().length)
})

test('returns events between marks with their ends and keys', async () => {
  const lines = [mint(), mint('first'), mint('second')]
  const file = ledgerFile(`${lines.join('')}Mint {`)
  const ends = lines.map((_, index) => lines.slice(0, index + 1).join('').length)
  const [start = 0, , last = 0] = ends
  expect(await eventsBetween(file, start, last)).toEqual([
    { end: ends[1], key: 'first' },
    { end: last, key: 'second' },
  ])
  expect(await eventsBetween(file, last, last)).toEqual([])
  expect(await eventsBetween('/nowhere/ledger', 0, 0)).toEqual([])
})
