import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Paying, PayingPoint } from '../support/paying-process.ts'
import { stock, withDatabase } from '../support/stock.ts'

const root = resolve(import.meta.dirname, '../..')
const payingPoints: (PayingPoint | 'none')[] = ['sending', 'answered', 'time', 'told', 'none']
const economyPoints = ['received', 'decided', 'half written', 'written', 'answered', 'none']

/** Payments that a kill has met on their way. */
const roundsMin = 200

const unit = 1_000_000
const price = 1_234_567
const groupPrice = 5 * unit
const minute = 60_000

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

test('site and ledger are killed wherever a payment is on its way: each is whole, or undone with nobody charged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-paying-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const ledgerFile = join(folder, 'ledger')
  const buyers = Array.from({ length: 24 }, (_, n) => ({ id: `buyer${n}`, username: `Buyer_${n}` }))
  const maker = { id: 'maker', username: 'Maker' }
  await withDatabase(folder, async (db) => {
    for (const { id, username } of [maker, ...buyers]) {
      const empty = {
        password_hash: '',
        description: '',
        description_updated: 0,
        permission_level: 1,
        created: 0,
      }
      const none = { theme: null, email: null, email_key: null }
      await db
        .insertInto('users')
        .values({ id, username, username_key: username.toLowerCase(), ...empty, ...none })
        .execute()
    }
  })
  const items = Array.from({ length: 400 }, (_, n) => ({ name: `Hat ${n}`, price }))
  const assets = await stock(folder, 'Maker', items)

  /** The service, as a process of its own. */
  async function startEconomy(point = 'none', passage = 0) {
    const economy = run('economy/src/testing/serve.ts', ledgerFile, point, String(passage))
    await Promise.race([once(economy.child.stdout, 'data'), economy.exited])
    return { ...economy, url: `http://127.0.0.1:${economy.output().trim()}` }
  }

  // The last two run out of money on the way.
  const minted = (index: number) => (index < 22 ? 2_000 : 40) * unit
  const first = await startEconomy()
  for (const [index, { id }] of buyers.entries()) {
    const body = JSON.stringify({ To: `user:${id}`, Amount: minted(index), Note: 'Prize' })
    await fetch(`${first.url}/mint`, { method: 'POST', body })
  }
  await end(first.child, first.exited)

  const answered = new Set<string>()
  let rounds = 0
  let lives = 0
  while (rounds < roundsMin || lives < 2 * economyPoints.length) {
    const economy = await startEconomy(economyPoints[lives % economyPoints.length], 3 + ((lives * 7) % 11))
    const paying: Paying = {
      dataDirectory: folder,
      economyUrl: economy.url,
      ahead: lives * minute,
      point: payingPoints[lives % payingPoints.length] ?? 'none',
      passage: 5 + ((lives * 5) % 23),
      buyers,
      assets: assets.slice(lives * 5, lives * 5 + 5),
    }
    const site = run('e2e/support/paying-process.ts', JSON.stringify(paying))
    const [code] = await site.exited
    expect(code === 0 || code === null, 'it ends well, or is killed').toBe(true)
    await end(economy.child, economy.exited)
    for (const line of site.output().split('\n')) if (/^buyer\d+ \d+$/.test(line)) answered.add(line)
    rounds += await withDatabase(folder, async (db) => {
      const pending = await db.selectFrom('payments').select('id').where('state', '=', 'pending').execute()
      return pending.length
    })
    lives += 1
  }

  const economy = await startEconomy()
  const last: Paying = {
    dataDirectory: folder,
    economyUrl: economy.url,
    ahead: (lives + 10) * minute,
    point: 'none',
    passage: 0,
    buyers: [],
    assets: [],
  }
  const settled = run('e2e/support/paying-process.ts', JSON.stringify(last))
  expect(await settled.exited).toEqual([0, null])
  expect(JSON.parse(settled.output())).toMatchObject({ faults: [] })

  await withDatabase(folder, async (db) => {
    const payments = await db.selectFrom('payments').selectAll().execute()
    expect(payments.filter(({ state }) => state === 'pending')).toEqual([])
    const paid = payments.filter(({ state }) => state === 'paid')
    const bought = paid.filter(({ kind }) => kind === 'purchase')
    const owned = await db.selectFrom('owned_assets').selectAll().where('user_id', '<>', 'maker').execute()
    const ownedKeys = owned.map(({ user_id, asset_id }) => `${user_id} ${asset_id}`)
    expect(ownedKeys.toSorted()).toEqual(
      bought.map(({ payer_id, subject }) => `${payer_id} ${subject.slice('asset:'.length)}`).toSorted(),
    )
    expect([...answered].filter((key) => !ownedKeys.includes(key))).toEqual([])
    const { sold } = await db
      .selectFrom('assets')
      .select((eb) => eb.fn.sum<number>('sold').as('sold'))
      .executeTakeFirstOrThrow()
    expect(sold).toBe(bought.length)
    const inbox = await db.selectFrom('inboxes').select('last_id').executeTakeFirstOrThrow()
    expect(inbox.last_id).toBe(bought.length)
    const groups = await db.selectFrom('groups').select('open').execute()
    expect(groups).toEqual(paid.filter(({ kind }) => kind === 'group').map(() => ({ open: 1 })))

    const balanceOf = async (id: string) =>
      Number(await (await fetch(`${economy.url}/balance/user:${id}`)).text())
    for (const [index, { id }] of buyers.entries()) {
      const spent = paid
        .filter(({ payer_id }) => payer_id === id)
        .reduce((sum, { amount }) => sum + amount, 0)
      expect(await balanceOf(id)).toBe(minted(index) - spent)
    }
    expect(await balanceOf('maker')).toBe(bought.length * (price - Math.floor(price / 10)))
    expect(paid.filter(({ amount }) => amount === groupPrice).length).toBeGreaterThan(10)
  })
  await end(economy.child, economy.exited)
}, 300_000)
