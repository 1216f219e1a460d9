import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../../tools/cases.ts'
import { quietly, startService, submitted, temporaryLedger } from '../../testing/service.ts'
import { openLedger } from './open.ts'

const mint = (To: string, Amount: number | string, Id: string) =>
  `Mint {"Id":"${Id}","Time":1,"To":"${To}","Amount":${Amount},"Note":"x"}\n`
const pay = (Amount: number, Id: string, more = '') =>
  `Transaction {"Id":"${Id}","Time":2,"From":"a","To":"b","Amount":${Amount},"Note":"x"${more}}\n`

function ledgerOf(...lines: (string | Buffer)[]): string {
  const ledgerFile = temporaryLedger()
  writeFileSync(ledgerFile, Buffer.concat(lines.map((line) => Buffer.from(line))))
  return ledgerFile
}

/** Returns the contents of the saved tails of a ledger, sorted by file name. */
function savedTails(ledgerFile: string): Buffer[] {
  const names = readdirSync(dirname(ledgerFile)).filter((name) =>
    name.startsWith(`${basename(ledgerFile)}.torn-`),
  )
  return names.map((name) => readFileSync(join(dirname(ledgerFile), name)))
}

test('creates a ledger with its directory, and restores it after a restart', async () => {
  const ledgerFile = join(dirname(temporaryLedger()), 'deep', 'er', 'ledger')
  const first = await startService({ ledgerFile })
  await first.client.mint('a', 100)
  await first.client.post('/stipend/a')
  await first.client.post('/burn', { From: 'a', Amount: 1, Note: 'x', Link: '/y', Returns: { 'asset-1': 3 } })
  const history = await first.client.json('/transactions/a')
  await first.economy.close()
  const { client } = await startService({ ledgerFile })
  expect(await client.get('/balance/a')).toBe('200 10000099')
  expect(await client.json('/transactions/a')).toEqual(history)
  expect(await client.post('/stipend/a')).toBe('400 Next stipend not available yet')
  const buy = { From: 'b', To: 'a', Amount: 0, Note: 'x', Returns: { 'asset-1': 3 } }
  expect(await client.post('/transact', buy)).toBe('200')
})

test('pays the next stipend after the cooldown', async () => {
  const stipend = (Id: string, To: string, Time: number) =>
    `Mint {"Id":"${Id}","Time":${Time},"To":"${To}","Amount":10000000,"Note":"Stipend"}\n`
  const cooldown = 43_200_000
  const ledgerFile = ledgerOf(
    stipend('1', 'over', Date.now() - cooldown - 1),
    stipend('2', 'not-over', Date.now() - cooldown + 60_000),
  )
  const { client } = await startService({ ledgerFile })
  expect(await client.post('/stipend/over')).toBe('200')
  expect(await client.post('/stipend/not-over')).toBe('400 Next stipend not available yet')
})

test('replays the ledger of a compatible service unchanged, and appends to it', async () => {
  const before = [
    'Mint {"To":"user:1","Amount":18446744073709551615,"Note":"","Id":"abcdefghijklmno","Time":1700000000000}\n',
    'Transaction {"To":"user:2","From":"user:1","Amount":9007199254740993,"Link":"","Note":"n","Returns":null,"Id":"bcdefghijklmnop","Time":1700000000001}\n',
    'Burn {"From":"user:2","Amount":1,"Note":"","Link":"","Returns":{"asset-7":1},"Id":"cdefghijklmnopq","Time":1700000000002}\n',
    'Burn {"From":"user:2","Amount":1}\n',
    'Burn {"From":"user:2","Amount":1}\r\n',
  ]
  const ledgerFile = ledgerOf(...before)
  const { client } = await startService({ ledgerFile })
  expect(await client.get('/balance/user:2')).toBe('200 9007199254740990')
  expect(await client.get('/transactions/user:1')).toBe(
    '200 [{"Type":"Transaction","Id":"bcdefghijklmnop","Time":1700000000001,"From":"user:1","To":"user:2","Amount":9007199254740993,"Note":"n","Fee":0},' +
      '{"Type":"Mint","Id":"abcdefghijklmno","Time":1700000000000,"To":"user:1","Amount":18446744073709551615,"Note":""}]',
  )
  await client.post('/transact', { From: 'user:1', To: 'user:2', Amount: 2, Note: 'n', Link: '/l', Fee: 0.5 })
  const text = readFileSync(ledgerFile, 'utf8')
  expect(text.startsWith(before.join(''))).toBe(true)
  expect(text.slice(before.join('').length)).toMatch(
    /^Transaction \{"Id":"\w{15}","Time":\d{13},"From":"user:1","To":"user:2","Amount":2,"Note":"n","Link":"\/l","Fee":0.5\}\n$/,
  )
})

test('replays a ledger much longer than one read', async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => mint('ü'.repeat(20 + (n % 40)), 1, `id-${n}`))
  const { client } = await startService({ ledgerFile: ledgerOf(...lines) })
  const balances = await Promise.all(
    Array.from({ length: 40 }, (_, n) => client.get(`/balance/${'ü'.repeat(20 + n)}`)),
  )
  expect(new Set(balances)).toEqual(new Set(['200 500']))
  const page = await client.json('/transactions?before=id-10000')
  expect(page.map((event) => event.Id)).toEqual(Array.from({ length: 100 }, (_, n) => `id-${9999 - n}`))
})

test('keeps every complete line of a ledger cut at any byte, and saves the rest', async () => {
  const lines = [mint('a', 5, '1'), pay(3, '2'), pay(2, '3', ',"Key":"ü"')]
  const whole = Buffer.from(lines.join(''))
  const ends = lines.map((_, index) => Buffer.byteLength(lines.slice(0, index + 1).join('')))
  const sizes = Array.from(whole.keys())
  // Bytes inside of a line are much alike.
  const isTried = (size: number) =>
    size % cases(5, 1) === 0 || ends.some((end) => Math.abs(end - size) < 8) || (whole[size] ?? 0) > 127
  for (const size of sizes.filter(isTried)) {
    const ledgerFile = ledgerOf(whole.subarray(0, size))
    const complete = ends.filter((end) => end <= size)
    const first = await openLedger(ledgerFile, quietly)
    expect(first.events).toBe(complete.length)
    const torn = whole.subarray(complete.at(-1) ?? 0, size)
    expect(savedTails(ledgerFile)).toEqual(torn.length === 0 ? [] : [torn])
    // The next event must not run into the remains.
    expect(
      await submitted(first.ledger, { proposal: { Type: 'Mint', To: 'c', Amount: 1n, Note: 'n' } }),
    ).toBe('accepted')
    await first.close()
    const reopened = await openLedger(ledgerFile, quietly)
    expect(await reopened.book.recent(undefined, undefined)).toHaveLength(complete.length + 1)
    await reopened.close()
  }
})

test('treats trailing zeros as a torn tail', async () => {
  for (const tail of ['\0'.repeat(5000), `Mint {"Id"${'\0'.repeat(9)}`]) {
    const ledgerFile = ledgerOf(mint('a', 5, '1'), tail)
    const { client } = await startService({ ledgerFile })
    expect(await client.get('/balance/a')).toBe('200 5')
    expect(readFileSync(ledgerFile, 'utf8')).toBe(mint('a', 5, '1'))
    expect(savedTails(ledgerFile)).toEqual([Buffer.from(tail)])
  }
})

describe('an impossible ledger', () => {
  const good = mint('a', 5, '1')
  test.each([
    ['a truncated line', [good, `${pay(1, '2').slice(0, 20)}\n`, good], 2, 'not JSON'],
    [
      'zeros between lines',
      [good, `${'\0'.repeat(10)}\n`, good],
      2,
      'does not begin with Transaction, Mint or Burn',
    ],
    ['an empty line', [good, '\n', pay(1, '2')], 2, 'does not begin with Transaction, Mint or Burn'],
    ['an unknown type', ['Gift {}\n'], 1, 'does not begin with Transaction, Mint or Burn'],
    ['broken UTF-8', [good, Buffer.from([0x4d, 0xff, 0x0a])], 2, 'not UTF-8'],
    ['a missing recipient', ['Mint {"Amount":1}\n'], 1, 'invalid user identifier: it is empty'],
    ['a fractional amount', [mint('a', '1.5', '1')], 1, /^Amount must be an integer/],
    ['a mint of nothing', [good, mint('b', 0, '2')], 2, 'mint must have an amount'],
    ['a mint without an amount', [good, 'Mint {"To":"b","Note":"x"}\n'], 2, 'mint must have an amount'],
    [
      'a burn of nothing',
      [good, 'Burn {"Id":"2","Time":2,"From":"a","Amount":0,"Note":"x","Link":"/"}\n'],
      2,
      'burn must have an amount',
    ],
    ['a burn without an amount', [good, 'Burn {"From":"a"}\n', good], 2, 'burn must have an amount'],
    ['an overdraw', [good, pay(6, '2')], 2, /^insufficient balance: balance was 0.000005 unit/],
    ['an overdraw and a torn tail', [good, pay(6, '2'), 'Mi'], 2, /^insufficient balance/],
    ['a missing asset', [good, pay(1, '2', ',"Returns":{"asset-1":1}')], 2, 'insufficient asset quantity'],
    [
      'too much money',
      [good, mint('b', '18446744073709551611', '2')],
      2,
      'mint would exceed the maximum supply',
    ],
    ['a repeated line', [good, good], 2, 'the Id 1 was used before'],
    [
      'a repeated key',
      [good, pay(1, '2', ',"Key":"k"'), pay(1, '3', ',"Key":"k"')],
      3,
      'the Key k was used before',
    ],
  ])('refuses %s and leaves the file unchanged', async (_name, lines, line, fault) => {
    const ledgerFile = ledgerOf(...lines)
    const before = readFileSync(ledgerFile)
    const prefix = `invalid ledger: line ${line}: `
    const failure: unknown = await startService({ ledgerFile }).catch((error: unknown) => error)
    const message = failure instanceof Error ? failure.message : ''
    expect(message.slice(0, prefix.length)).toBe(prefix)
    expect(message.slice(prefix.length)).toMatch(fault)
    expect(readFileSync(ledgerFile)).toEqual(before)
    expect(savedTails(ledgerFile)).toEqual([])
  })
})

describe('refuses to start with', () => {
  test('a ledger that is in use, even through a symbolic link', async () => {
    const { ledgerFile } = await startService()
    const held = `is in use by process ${process.pid}`
    await expect(startService({ ledgerFile })).rejects.toThrow(held)
    symlinkSync(ledgerFile, `${ledgerFile}-link`)
    await expect(startService({ ledgerFile: `${ledgerFile}-link` })).rejects.toThrow(held)
  })

  test('a port that is in use, and releases the ledger', async () => {
    const { economy } = await startService()
    const ledgerFile = temporaryLedger()
    await expect(startService({ ledgerFile, port: economy.port })).rejects.toThrow(
      `port ${economy.port} of 127.0.0.1 is in use by another program`,
    )
    await startService({ ledgerFile })
  })

  test('a path that cannot be a ledger', async () => {
    const ledgerFile = temporaryLedger()
    writeFileSync(ledgerFile, '')
    await expect(startService({ ledgerFile: join(ledgerFile, 'ledger') })).rejects.toThrow(
      /^cannot make the directory of the ledger /,
    )
    const directory = `${ledgerFile}-directory`
    mkdirSync(directory)
    await expect(startService({ ledgerFile: directory })).rejects.toThrow(/^cannot open the ledger /)
    expect(existsSync(directory)).toBe(true)
  })
})
