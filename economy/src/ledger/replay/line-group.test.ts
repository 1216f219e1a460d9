import { expect, onTestFinished, test } from 'vitest'
import { quietly, submitted, temporaryLedger } from '../../testing/service.ts'
import { openLedger } from '../file/open.ts'
import { noAccount } from '../index/accounts.ts'
import { bytesOf } from '../index/bytes.ts'
import { LineGroup, linesAtOnce } from './line-group.ts'

const mint = (id: number, to = 'a') => `Mint {"Id":"${id}","Time":1,"To":"${to}","Amount":5,"Note":"n"}\n`

/** Returns a group whose book has the accounts `a` and `b`. */
async function openGroup() {
  const { ledger, book, close } = await openLedger(temporaryLedger(), quietly)
  onTestFinished(close)
  for (const To of ['a', 'b'])
    await submitted(ledger, { proposal: { Type: 'Mint', To, Amount: 1n, Note: 'n' } })
  return { group: new LineGroup(book), accounts: book.accounts }
}

test('reads the lines of a ledger in groups of the maximum size, one after the other', async () => {
  const { group } = await openGroup()
  const lines = Array.from({ length: linesAtOnce + 3 }, (_, id) => mint(id))
  const bytes = bytesOf(Buffer.from(lines.join('')))
  const endsOf = (start: number) => group.read(bytes, start).map(({ end }) => end)
  const ends = lines.map((_, index) => lines.slice(0, index + 1).join('').length - 1)
  expect(endsOf(0)).toEqual(ends.slice(0, linesAtOnce))
  expect(endsOf((ends[linesAtOnce - 1] ?? 0) + 1)).toEqual(ends.slice(linesAtOnce))
})

test('ends a group before a line that needs the general parser', async () => {
  const { group } = await openGroup()
  const other = `Mint {"Id":"x","Time":1,"To":"\\u0061","Amount":5,"Note":"n"}\n`
  const bytes = bytesOf(Buffer.from(mint(1) + mint(2) + other + mint(3)))
  expect(group.read(bytes, 0)).toHaveLength(2)
})

test('looks up the accounts of each line', async () => {
  const { group, accounts } = await openGroup()
  const lines =
    'Transaction {"Id":"1","Time":1,"From":"a","To":"b","Amount":5,"Note":"n"}\n' +
    mint(2, 'b') +
    'Burn {"Id":"3","Time":1,"From":"a","Amount":5,"Note":"n"}\n' +
    mint(4, 'new')
  const [a, b] = [accounts.enterUser('a'), accounts.enterUser('b')]
  const found = group.read(bytesOf(Buffer.from(lines)), 0)
  expect(found.map(({ fromAccount, toAccount }) => [fromAccount, toAccount])).toEqual([
    [a, b],
    [noAccount, b],
    [a, noAccount],
    [noAccount, noAccount],
  ])
})
