import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Db } from '@baseplate/platform/database'
import type { PaymentKind } from '@baseplate/platform/money/payments/rules'
import { accountRow } from '@baseplate/platform/testing/account-row'
import { expect, onTestFinished, test } from 'vitest'
import type { Paying, PayingPoint, Settled } from '../support/paying-process.ts'
import { stock, withDatabase } from '../support/stock.ts'

const root = resolve(import.meta.dirname, '../..')
// The first life ends well. The number of points differs from the economy's, so every combination occurs.
const payingPoints: (PayingPoint | 'none')[] = [
  'none',
  'sending',
  'placing',
  'answered',
  'time',
  'placed',
  'notified',
]
const economyPoints = ['none', 'received', 'decided', 'half written', 'written', 'answered']

/** Minimum number of payments that a kill has interrupted. */
const roundsMin = 200

/** Items that each person buys in a life: one beside a group, one beside a T-shirt, one beside a mint. */
const perLife = 3

const unit = 1_000_000
const price = 1_234_567
const groupPrice = 5 * unit
const creationPrice = 7.5 * unit
const prize = 0.01 * unit
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

/** Expects the file of every asset and the picture it refers to, and no other file. */
async function expectFilesOf(db: Db, folder: string) {
  const assets = await db
    .selectFrom('assets')
    .leftJoin('asset_parts', 'asset_parts.asset_id', 'assets.id')
    .select(['id', 'type', 'image_id', 'file_sha256'])
    // What the stock holds has no file.
    .where('file_sha256', '<>', '')
    .execute()
  const ids = assets.map(({ id }) => id)
  expect((await readdir(join(folder, 'assets'))).map(Number).toSorted()).toEqual(ids.toSorted())
  for (const { id, type, image_id, file_sha256 } of assets) {
    const file = await readFile(join(folder, 'assets', String(id)))
    expect(createHash('sha256').update(file).digest('hex')).toBe(file_sha256)
    if (type !== 2) continue
    expect(ids).toContain(image_id)
    expect(file.toString()).toContain(`asset?id=${image_id}<`)
  }
}

test('completes or undoes every purchase, group, creation and mint that a kill interrupts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-paying-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const ledgerFile = join(folder, 'ledger')
  const buyers = Array.from({ length: 20 }, (_, n) => ({ id: `buyer${n}`, username: `Buyer_${n}` }))
  const maker = { id: 'maker', username: 'Maker' }
  const operator = { id: 'operator', username: 'Operator' }
  await withDatabase(folder, async (db) => {
    for (const { id, username } of [maker, operator, ...buyers]) {
      await db.insertInto('users').values(accountRow(username, { id })).execute()
    }
  })
  const items = Array.from({ length: 400 }, (_, n) => ({ name: `Hat ${n}`, price }))
  const assets = await stock(folder, 'Maker', items)

  /** Starts the economy service in a process of its own. */
  async function startEconomy(point = 'none', passage = 0) {
    const economy = run('economy/src/testing/serve.ts', ledgerFile, point, String(passage))
    await Promise.race([once(economy.child.stdout, 'data'), economy.exited])
    return { ...economy, url: `http://127.0.0.1:${economy.output().trim()}` }
  }

  // The last two have too little for a T-shirt.
  const minted = (index: number) => (index < 18 ? 2_000 : 7) * unit
  const first = await startEconomy()
  for (const [index, { id }] of buyers.entries()) {
    const body = JSON.stringify({ To: `user:${id}`, Amount: minted(index), Note: 'Prize' })
    await fetch(`${first.url}/mint`, { method: 'POST', body })
  }
  await end(first.child, first.exited)

  const answered = new Set<string>()
  const rounds: PaymentKind[] = []
  let lives = 0
  while (rounds.length < roundsMin || lives < 3 * payingPoints.length) {
    const economy = await startEconomy(economyPoints[lives % economyPoints.length], 3 + ((lives * 7) % 11))
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
    expect(code === 0 || code === null, 'it ends well, or is killed').toBe(true)
    await end(economy.child, economy.exited)
    for (const [, what] of site.output().matchAll(/^"(buyer\d+ \d+|mint:.+)"$/gm)) answered.add(what ?? '')
    await withDatabase(folder, async (db) => {
      const pending = await db.selectFrom('payments').select('kind').where('state', '=', 'pending').execute()
      rounds.push(...pending.map(({ kind }) => kind))
    })
    lives += 1
  }

  const economy = await startEconomy()
  const last: Paying = {
    dataDirectory: folder,
    economyUrl: economy.url,
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

  await withDatabase(folder, async (db) => {
    const payments = await db.selectFrom('payments').selectAll().execute()
    expect(payments.filter(({ state }) => state === 'pending')).toEqual([])
    const paid = payments.filter(({ state }) => state === 'paid')
    const spendings = paid.filter(({ kind }) => kind !== 'mint')
    const bought = paid.filter(({ kind }) => kind === 'purchase')
    const owned = await db.selectFrom('owned_assets').selectAll().where('user_id', '<>', 'maker').execute()
    const made = paid.filter(({ kind, payer_id }) => kind === 'creation' && payer_id !== 'maker')
    const ownedKeys = owned.map(({ user_id, asset_id }) => `${user_id} ${asset_id}`)
    expect(ownedKeys.toSorted()).toEqual(
      [...bought, ...made]
        .map(({ payer_id, subject }) => `${payer_id} ${subject.slice('asset:'.length)}`)
        .toSorted(),
    )
    const prizes = paid.filter(({ kind }) => kind === 'mint')
    const mintKeys = prizes.map(({ subject }) => subject)
    expect([...answered].filter((key) => ![...ownedKeys, ...mintKeys].includes(key))).toEqual([])
    const { sold } = await db
      .selectFrom('assets')
      .select((eb) => eb.fn.sum<number>('sold').as('sold'))
      .executeTakeFirstOrThrow()
    expect(sold).toBe(bought.length)
    const inboxes = await db.selectFrom('inboxes').select(['user_id', 'last_id']).execute()
    const toldOf = (id: string) => inboxes.find(({ user_id }) => user_id === id)?.last_id ?? 0
    expect(toldOf('maker')).toBe(bought.length)
    const groups = await db.selectFrom('groups').select('open').execute()
    expect(groups).toEqual(paid.filter(({ kind }) => kind === 'group').map(() => ({ open: 1 })))

    const creations = await db.selectFrom('creations').select(['asset_id', 'creator_id', 'state']).execute()
    const shirts = creations.filter(({ creator_id }) => creator_id !== 'maker')
    expect(shirts.map(({ asset_id, state }) => `asset:${asset_id} ${state}`).toSorted()).toEqual(
      made.map(({ subject }) => `${subject} paid`).toSorted(),
    )
    await expectFilesOf(db, folder)

    // Each mint is in the ledger once, recorded once and shown as confirmed, or it never happened.
    expect(new Set(mintKeys).size).toBe(mintKeys.length)
    expect(mints.map(({ id, state }) => [`mint:${id}`, state]).toSorted()).toEqual(
      mints.map(({ id }) => [`mint:${id}`, mintKeys.includes(`mint:${id}`) ? 'paid' : 'expired']).toSorted(),
    )
    const noted = await db.selectFrom('audit_log').select('subject').where('action', '=', 'mint').execute()
    expect(noted.map(({ subject }) => subject).toSorted()).toEqual(
      prizes.map(({ payee_id }) => `user:${payee_id}`).toSorted(),
    )

    const balanceOf = async (id: string) =>
      Number(await (await fetch(`${economy.url}/balance/user:${id}`)).text())
    for (const [index, { id }] of buyers.entries()) {
      const spent = spendings
        .filter(({ payer_id }) => payer_id === id)
        .reduce((sum, { amount }) => sum + amount, 0)
      const received = prizes.filter(({ payee_id }) => payee_id === id).length
      expect(toldOf(id)).toBe(received)
      expect(await balanceOf(id)).toBe(minted(index) + received * prize - spent)
    }
    expect(await balanceOf('maker')).toBe(bought.length * (price - Math.floor(price / 10)))
    expect(paid.filter(({ amount }) => amount === groupPrice).length).toBeGreaterThan(10)
    expect(made.filter(({ amount }) => amount === creationPrice).length).toBeGreaterThan(10)
    expect(payments.filter(({ kind, state }) => kind === 'creation' && state === 'failed')).not.toEqual([])
  })
  for (const kind of ['purchase', 'group', 'creation', 'mint'] as const) {
    expect(rounds.filter((met) => met === kind).length, `kills that have met a ${kind}`).toBeGreaterThan(10)
  }
  await end(economy.child, economy.exited)
}, 300_000)
