import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '@baseplate/platform/foundation/database'
import { expect } from 'vitest'
import { unit } from './money.ts'
import type { Settled } from './paying-process.ts'

export const price = 1_234_567
const groupPrice = 5 * unit
const creationPrice = 7.5 * unit
export const prize = 0.01 * unit

export const buyers = Array.from({ length: 20 }, (_, n) => ({ id: `buyer${n}`, username: `Buyer_${n}` }))
export const maker = { id: 'maker', username: 'Maker' }
export const operator = { id: 'operator', username: 'Operator' }

/** Micro-units of each buyer. The last two have too little for a T-shirt. */
export const minted = (index: number) => (index < 18 ? 2_000 : 7) * unit

/** Expects the file of every asset and the picture it refers to, and no other file. */
async function expectFilesOf(db: Db, folder: string) {
  const assets = await db
    .selectFrom('assets')
    .leftJoin('asset_parts', 'asset_parts.asset_id', 'assets.id')
    .select(['id', 'type', 'image_id', 'file_sha256'])
    // Stock items have no file.
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

/** The payments in the database, by kind. */
interface Payments {
  db: Db
  all: Payment[]
  paid: Payment[]
  prizes: Payment[]
  bought: Payment[]
  /** T-shirts that buyers created. */
  made: Payment[]
}

type Payment = Awaited<ReturnType<typeof readPayments>>[number]

const readPayments = (db: Db) => db.selectFrom('payments').selectAll().execute()

export async function sortPayments(db: Db): Promise<Payments> {
  const all = await readPayments(db)
  const paid = all.filter(({ state }) => state === 'paid')
  return {
    db,
    all,
    paid,
    prizes: paid.filter(({ kind }) => kind === 'mint'),
    bought: paid.filter(({ kind }) => kind === 'purchase'),
    made: paid.filter(({ kind, payer_id }) => kind === 'creation' && payer_id !== 'maker'),
  }
}

/** Number of notifications of a user. */
async function notificationsOf(db: Db, id: string): Promise<number> {
  const inbox = await db.selectFrom('inboxes').select('last_id').where('user_id', '=', id).executeTakeFirst()
  return inbox?.last_id ?? 0
}

/** Expects that every paid item is owned, and that everything confirmed to a buyer was paid. */
export async function expectOwned(
  { db, all, paid, prizes, bought, made }: Payments,
  answered: ReadonlySet<string>,
) {
  expect(all.filter(({ state }) => state === 'pending')).toEqual([])
  const owned = await db.selectFrom('owned_assets').selectAll().where('user_id', '<>', 'maker').execute()
  const ownedKeys = owned.map(({ user_id, asset_id }) => `${user_id} ${asset_id}`)
  expect(ownedKeys.toSorted()).toEqual(
    [...bought, ...made]
      .map(({ payer_id, subject }) => `${payer_id} ${subject.slice('asset:'.length)}`)
      .toSorted(),
  )
  const mintKeys = prizes.map(({ subject }) => subject)
  expect([...answered].filter((key) => ![...ownedKeys, ...mintKeys].includes(key))).toEqual([])
  const { sold } = await db
    .selectFrom('assets')
    .select((eb) => eb.fn.sum<number>('sold').as('sold'))
    .executeTakeFirstOrThrow()
  expect(sold).toBe(bought.length)
  expect(await notificationsOf(db, 'maker')).toBe(bought.length)
  const groups = await db.selectFrom('groups').select('open').execute()
  expect(groups).toEqual(paid.filter(({ kind }) => kind === 'group').map(() => ({ open: 1 })))
}

/** Expects that every creation of a buyer was paid, and that its files are complete. */
export async function expectCreated({ db, made }: Payments, folder: string) {
  const creations = await db.selectFrom('creations').select(['asset_id', 'creator_id', 'state']).execute()
  const shirts = creations.filter(({ creator_id }) => creator_id !== 'maker')
  expect(shirts.map(({ asset_id, state }) => `asset:${asset_id} ${state}`).toSorted()).toEqual(
    made.map(({ subject }) => `${subject} paid`).toSorted(),
  )
  await expectFilesOf(db, folder)
}

/** Expects that each mint is in the ledger once, recorded once and shown as confirmed, or that it never happened. */
export async function expectMinted({ db, prizes }: Payments, mints: Settled['mints']) {
  const mintKeys = prizes.map(({ subject }) => subject)
  expect(new Set(mintKeys).size).toBe(mintKeys.length)
  expect(mints.map(({ id, state }) => [`mint:${id}`, state]).toSorted()).toEqual(
    mints.map(({ id }) => [`mint:${id}`, mintKeys.includes(`mint:${id}`) ? 'paid' : 'expired']).toSorted(),
  )
  const entries = await db.selectFrom('audit_log').select('subject').where('action', '=', 'mint').execute()
  expect(entries.map(({ subject }) => subject).toSorted()).toEqual(
    prizes.map(({ payee_id }) => `user:${payee_id}`).toSorted(),
  )
}

/** Expects balances that match the payments, and enough payments of each kind. */
export async function expectBalances({ db, all, paid, prizes, bought, made }: Payments, economyUrl: string) {
  const expenses = paid.filter(({ kind }) => kind !== 'mint')
  const balanceOf = async (id: string) =>
    Number(await (await fetch(`${economyUrl}/balance/user:${id}`)).text())
  for (const [index, { id }] of buyers.entries()) {
    const spent = expenses
      .filter(({ payer_id }) => payer_id === id)
      .reduce((sum, { amount }) => sum + amount, 0)
    const received = prizes.filter(({ payee_id }) => payee_id === id).length
    expect(await notificationsOf(db, id)).toBe(received)
    expect(await balanceOf(id)).toBe(minted(index) + received * prize - spent)
  }
  expect(await balanceOf('maker')).toBe(bought.length * (price - Math.floor(price / 10)))
  expect(paid.filter(({ amount }) => amount === groupPrice).length).toBeGreaterThan(10)
  expect(made.filter(({ amount }) => amount === creationPrice).length).toBeGreaterThan(10)
  expect(all.filter(({ kind, state }) => kind === 'creation' && state === 'failed')).not.toEqual([])
}
