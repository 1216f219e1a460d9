import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runEconomy } from '@baseplate/economy/main'
import { hour } from '@baseplate/service/clock'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { unitsText } from '../../foundation/money.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { claimStipend } from './claim-stipend.ts'
import type { Entry } from './entries.ts'
import { exportEntries } from './export.ts'
import { findUsernames } from './queries.ts'
import { changeOf, csvText, nextStipend, ownPathOf } from './rules.ts'
import { viewWallet } from './view.ts'

/** The economy service, in this process. */
async function startEconomy(now: () => number) {
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  const options = {
    ledgerFile: join(directory, 'ledger'),
    host: '127.0.0.1',
    port: 0,
    log: () => undefined,
    now,
  }
  const economy = await runEconomy(options)
  onTestFinished(async () => {
    await economy.close()
    await rm(directory, { recursive: true })
  })
  const post = async (path: string, body: object) => {
    const response = await fetch(economy.address + path, { method: 'POST', body: JSON.stringify(body) })
    expect(await response.text()).toBe('')
  }
  return { ...economy, post }
}

const account = ({ id }: Actor) => `user:${id}`

/** A platform and an economy service with one clock. */
async function start(kind: DatabaseKind) {
  let time = Date.UTC(2026, 10, 20, 12)
  const economy = await startEconomy(() => time)
  const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
  const pass = (ms: number) => {
    time += ms
    platform.pass(ms)
  }
  const anna = await registerPerson(platform, 'Anna')
  const bob = await registerPerson(platform, 'Bob')
  return { economy, platform, anna, bob, pass }
}

test.each(databases)('shows and exports a user’s stipend and transactions on %s', async (kind) => {
  const { economy, platform, anna, bob, pass } = await start(kind)

  expect(await viewWallet(platform, anna, {})).toEqual({
    balance: 0n,
    stipend: { amount: 10_000_000n, interval: 12 * hour, next: 0 },
    transactions: [],
    next: null,
  })
  expect(await platform.economy.balanceOf(anna.id)).toBe(0n)

  // Two concurrent claims get one stipend.
  const claims = await Promise.allSettled([claimStipend(platform, anna), claimStipend(platform, anna)])
  expect(claims.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(claimStipend(platform, anna)).rejects.toThrow('Next stipend not available yet')
  expect(await platform.economy.balanceOf(anna.id), 'the bar shows it at once').toBe(10_000_000n)
  expect((await viewWallet(platform, anna, {}))?.stipend.next).toBe(platform.now() + 12 * hour + 1)
  pass(12 * hour)
  await expect(claimStipend(platform, anna)).rejects.toThrow('Next stipend not available yet')
  pass(1)
  expect((await viewWallet(platform, anna, {}))?.stipend.next).toBe(0)
  await claimStipend(platform, anna)

  pass(1_000)
  await economy.post('/transact', {
    From: account(anna),
    To: account(bob),
    Amount: 7_000_005,
    Note: 'A hat',
    Link: `${platform.config.baseUrl}/catalog/1/a-hat`,
    Fee: 0.1,
  })
  await economy.post('/burn', {
    From: account(anna),
    Amount: 5,
    Note: '=1+1, "quoted"',
    Link: 'javascript:alert(1)',
  })
  const wallet = await viewWallet(platform, anna, {})
  expect(wallet?.balance).toBe(12_999_990n)
  expect(wallet?.transactions.map(({ id: _, created: __, ...entry }) => entry)).toEqual([
    { type: 'Burn', change: -5n, username: null, note: '=1+1, "quoted"', link: null },
    { type: 'Transaction', change: -7_000_005n, username: 'Bob', note: 'A hat', link: '/catalog/1/a-hat' },
    { type: 'Mint', change: 10_000_000n, username: null, note: 'Stipend', link: null },
    { type: 'Mint', change: 10_000_000n, username: null, note: 'Stipend', link: null },
  ])
  expect((await viewWallet(platform, bob, {}))?.transactions).toMatchObject([
    { change: 6_300_005n, username: 'Anna' },
  ])

  const lines = await Array.fromAsync(await exportEntries(platform, anna))
  expect(lines.join('').split('\r\n').slice(0, 3)).toEqual([
    'time,type,change,with,note,link,id',
    expect.stringMatching(/^2026-11-21T00:00:01\.001Z,Burn,-0\.000005,,"'=1\+1, ""quoted""",,[a-z0-9]{15}$/),
    expect.stringContaining(`,Transaction,-7.000005,Bob,A hat,${platform.config.baseUrl}/catalog/1/a-hat,`),
  ])
})

test('pages a long history without gaps or repeats, and exports all of it', async () => {
  const economy = await startEconomy(Date.now)
  const platform = await openTestPlatform('SQLite', {}, { ECONOMY_URL: economy.address })
  const anna = await registerPerson(platform, 'Anna')
  const large = 9_007_199_254_740_993n
  await fetch(`${economy.address}/mint`, {
    method: 'POST',
    body: `{"To":"${account(anna)}","Amount":${large},"Note":"first"}`,
  })
  await Promise.all(
    Array.from({ length: 249 }, (_, n) =>
      economy.post('/mint', { To: account(anna), Amount: 1, Note: `${n}` }),
    ),
  )
  const entries: Entry[] = []
  let before: string | undefined
  do {
    const wallet = await viewWallet(platform, anna, { before })
    entries.push(...(wallet?.transactions ?? []))
    before = wallet?.next ?? undefined
  } while (before)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(250)
  expect(entries.at(-1)).toMatchObject({ note: 'first', change: large })
  const csv = (await Array.fromAsync(await exportEntries(platform, anna))).join('')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(251)
  expect(csv).toContain('9007199254.740993,')
  await expect(viewWallet(platform, anna, { before: 'nothing' })).rejects.toThrow(
    'This page of the list doesn’t exist',
  )

  // The ledger stops during the export, so the file must not end like a complete one.
  const reading = (await exportEntries(platform, anna))[Symbol.asyncIterator]()
  await reading.next()
  await economy.close()
  await reading.next()
  await expect(reading.next()).rejects.toThrow('Cannot connect to Economy service')
  expect(await viewWallet(platform, anna, {})).toBeNull()
  await expect(claimStipend(platform, anna)).rejects.toThrow('Cannot connect to Economy service')
  await expect(exportEntries(platform, anna)).rejects.toThrow('Cannot connect to Economy service')
})

test('states no time for the next stipend when the service does not report the last one', async () => {
  const platform = await openTestPlatform('SQLite')
  const anna = await registerPerson(platform, 'Anna')
  vi.spyOn(platform.economy.accounts, 'read').mockResolvedValue({ balance: 1n, lastStipend: undefined })
  vi.spyOn(platform.economy.accounts, 'stipend').mockResolvedValue({ amount: 5n, interval: 1 })
  vi.spyOn(platform.economy.accounts, 'history').mockResolvedValue([])
  expect((await viewWallet(platform, anna, {}))?.stipend).toEqual({ amount: 5n, interval: 1, next: null })
})

test.each(databases)('finds the names of the given users alone on %s', async (kind) => {
  const { platform, anna, bob } = await start(kind)
  const find = (...ids: string[]) => findUsernames(platform.db, ids)
  expect(await find(bob.id, bob.id, 'gone')).toEqual(new Map([[bob.id, 'Bob']]))
  expect(await find(anna.id, bob.id)).toEqual(
    new Map([
      [anna.id, 'Anna'],
      [bob.id, 'Bob'],
    ]),
  )
  expect(await find()).toEqual(new Map())
})

test('computes the change, the other account and the fee of an event', () => {
  const base = { Id: 'x', Time: 0, Note: 'n' }
  const sale = {
    Type: 'Transaction' as const,
    ...base,
    From: 'user:a',
    To: 'user:b',
    Amount: 18_446_744_073_709_551_615n,
  }
  expect(changeOf({ ...sale, Fee: 0.1 }, 'user:b')).toBe(sale.Amount - sale.Amount / 10n)
  expect(changeOf({ ...sale, Fee: 0.000001 }, 'user:b')).toBe(sale.Amount - sale.Amount / 1_000_000n)
  expect(changeOf(sale, 'user:a')).toBe(-sale.Amount)
  expect([nextStipend(0, 60, 5), nextStipend(1, 60, 61), nextStipend(1, 60, 62)]).toEqual([0, 62, 0])
  expect([unitsText(-1n), unitsText(1_500_000n)]).toEqual(['-0.000001', '1.500000'])
  expect(['=1', '+1', '-1', '@x', 'a\nb', 'plain'].map(csvText)).toEqual([
    "'=1",
    "'+1",
    "'-1",
    "'@x",
    '"a\nb"',
    'plain',
  ])
  const links = [
    '/a',
    'https://here/a',
    '//evil',
    'https://here.evil/a',
    'https://here//evil',
    'javascript:1',
    undefined,
  ]
  expect(links.map((link) => ownPathOf(link, 'https://here'))).toEqual([
    '/a',
    '/a',
    null,
    null,
    null,
    null,
    null,
  ])
})
