import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { PaymentKind } from '@baseplate/platform/money/payments/rules'
import { accountRow } from '@baseplate/platform/testing/account-row'
import { expect, onTestFinished, test } from 'vitest'
import { cases } from '../../tools/cases.ts'
import {
  buyers,
  expectBalances,
  expectCreated,
  expectMinted,
  expectOwned,
  maker,
  minted,
  operator,
  price,
  sortPayments,
} from '../support/crash-payments.ts'
import type { Paying, PayingPoint, Settled } from '../support/paying-process.ts'
import { stock, withDatabase } from '../support/stock.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
// The first life ends without a kill. The number of points differs from the economy's, so every combination occurs.
const payingPoints: (PayingPoint | 'none')[] = [
  'none',
  'sending',
  'changing file',
  'answered',
  'time',
  'changed file',
  'notified',
]
const economyPoints = ['none', 'received', 'decided', 'half written', 'written', 'answered']

/** Number of kills at each point. `npm run faults` combines each point of the site with each of the economy service. */
const killsPerPoint = cases(2, economyPoints.length)

/** Minimum number of payments that kills interrupt. */
const interruptedMin = cases(120, 400)

/** Items that each person buys in a life: one beside a group, one beside a T-shirt, one beside a mint. */
const perLife = 3

const minute = 60_000
const hour = 60 * minute

function run(script: string, ...parameters: string[]) {
  const child = spawn(process.execPath, [resolve(root, script), ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  return { child, exited, output: () => output }
}

async function end(child: ChildProcess, exited: Promise<unknown>) {
  child.kill('SIGKILL')
  await exited
}

/** Starts the economy service in a process of its own. */
async function startEconomy(ledgerFile: string, point = 'none', passage = 0) {
  const economy = run('economy/src/testing/serve.ts', ledgerFile, point, String(passage))
  await Promise.race([once(economy.child.stdout, 'data'), economy.exited])
  return { ...economy, url: `http://127.0.0.1:${economy.output().trim()}` }
}

/** Creates the users and the items for sale, and mints the buyers' units. Returns the ids of the items. */
async function prepare(folder: string, ledgerFile: string): Promise<number[]> {
  await withDatabase({ dataDirectory: folder }, async (db) => {
    for (const { id, username } of [maker, operator, ...buyers]) {
      await db.insertInto('users').values(accountRow(username, { id })).execute()
    }
  })
  const economy = await startEconomy(ledgerFile)
  for (const [index, { id }] of buyers.entries()) {
    const body = JSON.stringify({ To: `user:${id}`, Amount: minted(index), Note: 'Prize' })
    await fetch(`${economy.url}/mint`, { method: 'POST', body })
  }
  await end(economy.child, economy.exited)
  const items = Array.from({ length: 400 }, (_, n) => ({ name: `Hat ${n}`, price }))
  return stock({ dataDirectory: folder }, 'Maker', items)
}

/** Runs the site and the economy until each has been killed at every point. Returns confirmed and interrupted payments. */
async function killRepeatedly(folder: string, ledgerFile: string, assets: readonly number[]) {
  const answered = new Set<string>()
  const interrupted: PaymentKind[] = []
  let lives = 0
  while (interrupted.length < interruptedMin || lives < killsPerPoint * payingPoints.length) {
    const economy = await startEconomy(
      ledgerFile,
      economyPoints[lives % economyPoints.length],
      3 + ((lives * 7) % 11),
    )
    const paying: Paying = {
      dataDirectory: folder,
      economyUrl: economy.url,
      ahead: lives * minute,
      point: payingPoints[lives % payingPoints.length] ?? 'none',
      passage: 5 + ((lives * 5) % 23),
      buyers,
      assets: assets.slice(lives * perLife, (lives + 1) * perLife),
      before: assets.slice(Math.max(lives - 1, 0) * perLife, lives * perLife),
      maker,
      operator,
      prize: '0.01',
    }
    const site = run('e2e/support/paying-process.ts', JSON.stringify(paying))
    const [code] = await site.exited
    expect(code === 0 || code === null, 'it ends with 0, or is killed').toBe(true)
    await end(economy.child, economy.exited)
    for (const [, what] of site.output().matchAll(/^"(buyer\d+ \d+|mint:.+)"$/gm)) answered.add(what ?? '')
    await withDatabase({ dataDirectory: folder }, async (db) => {
      const pending = await db.selectFrom('payments').select('kind').where('state', '=', 'pending').execute()
      interrupted.push(...pending.map(({ kind }) => kind))
    })
    lives += 1
  }
  return { answered, interrupted, lives }
}

/** Settles the payments that the kills left open. Returns the operator's view of the mints. */
async function settleAll(folder: string, economyUrl: string, lives: number): Promise<Settled['mints']> {
  const last: Paying = {
    dataDirectory: folder,
    economyUrl,
    // By then, unreferenced files are old enough to be removed.
    ahead: lives * minute + 2 * hour,
    point: 'none',
    passage: 0,
    buyers: [],
    assets: [],
    before: [],
    maker,
    operator,
    prize: '0.01',
  }
  const settled = run('e2e/support/paying-process.ts', JSON.stringify(last))
  expect(await settled.exited).toEqual([0, null])
  const { mints, ...reconciled } = JSON.parse(settled.output()) as Settled
  expect(reconciled).toMatchObject({ waiting: [], faults: [] })
  return mints
}

test('completes or undoes every purchase, group, creation and mint that a kill interrupts', async () => {
  const folder = await temporaryFolder()
  const ledgerFile = join(folder, 'ledger')
  const assets = await prepare(folder, ledgerFile)
  const { answered, interrupted, lives } = await killRepeatedly(folder, ledgerFile, assets)

  const economy = await startEconomy(ledgerFile)
  const mints = await settleAll(folder, economy.url, lives)
  await withDatabase({ dataDirectory: folder }, async (db) => {
    const payments = await sortPayments(db)
    await expectOwned(payments, answered)
    await expectCreated(payments, folder)
    await expectMinted(payments, mints)
    await expectBalances(payments, economy.url)
  })
  for (const kind of ['purchase', 'group', 'creation', 'mint'] as const) {
    expect(
      interrupted.filter((one) => one === kind).length,
      `interrupted payments of kind ${kind}`,
    ).toBeGreaterThan(2)
  }
  await end(economy.child, economy.exited)
}, 600_000)
