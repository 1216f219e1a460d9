import { sql } from 'kysely'
import { expect } from 'vitest'
import { json } from '../game.ts'
import { bearerOf } from '../keys.ts'
import { runToEnd } from '../product.ts'
import { type Cast, fortune, price } from './cast.ts'
import type { History } from './history.ts'
import { sha256Of, voteAfter } from './load.ts'
import type { MortalSites } from './mortal-sites.ts'

/** Expects one effect of each attempt that was acknowledged, none of a refused one, and at most one of any other. */
function expectEffects(history: History, operation: string, effects: readonly string[]): void {
  const counts = new Map<string, number>()
  for (const effect of effects) counts.set(effect, (counts.get(effect) ?? 0) + 1)
  const { done, refused, unknown } = history.keysOf(operation)
  const count = (key: string) => counts.get(key) ?? 0
  expect({
    lost: done.filter((key) => count(key) === 0),
    doneThoughRefused: refused.filter((key) => count(key) > 0),
    repeated: [...done, ...unknown].filter((key) => count(key) > 1),
  }).toEqual({ lost: [], doneThoughRefused: [], repeated: [] })
  expect(done.length, operation).toBeGreaterThan(0)
}

/** Expects places, comments and versions of files as acknowledged. */
export async function expectCreated({ db, places }: Cast, history: History): Promise<void> {
  const comments = await db.selectFrom('comments').select('content').execute()
  expectEffects(
    history,
    'comment',
    comments.map(({ content }) => content),
  )
  const created = await db.selectFrom('places').select('name').execute()
  expectEffects(
    history,
    'place',
    created.map(({ name }) => name),
  )
  const versions = await db
    .selectFrom('place_versions')
    .select('sha256')
    .where('place_id', '=', places[1]?.id ?? 0)
    .execute()
  const keys = new Map(
    history.attempts
      .filter(({ operation }) => operation === 'file')
      .map(({ key }) => [sha256Of(key), key] as const),
  )
  expectEffects(
    history,
    'file',
    versions.map(({ sha256 }) => keys.get(sha256) ?? 'a file that nobody uploaded'),
  )
}

/** Expects each vote to match the voter's last acknowledged move, and the counts to match the votes. */
export async function expectVotes({ db, voters, places }: Cast, history: History): Promise<void> {
  const moves = history.keysOf('vote').done
  for (const { id: placeId } of places) {
    const votes = await db.selectFrom('place_votes').selectAll().where('place_id', '=', placeId).execute()
    for (const { id } of voters) {
      const last = moves.findLast((key) => key.startsWith(`${id} ${placeId} `))
      const move = last?.split(' ')[2]?.split('.')[0] as keyof typeof voteAfter
      expect(votes.find(({ user_id }) => user_id === id)?.vote).toBe(last && voteAfter[move])
    }
    const counts = await db
      .selectFrom('places')
      .select(['like_count', 'dislike_count'])
      .where('id', '=', placeId)
      .executeTakeFirst()
    expect(counts).toEqual({
      like_count: votes.filter(({ vote }) => vote === 1).length,
      dislike_count: votes.filter(({ vote }) => vote === -1).length,
    })
  }
}

/** Expects every purchase to be paid once, owned, and announced to its seller once. */
export async function expectPurchases(product: MortalSites, cast: Cast, history: History): Promise<void> {
  const { db, buyers, maker } = cast
  const paid = await db
    .selectFrom('payments')
    .select(['payer_id', 'subject'])
    .where('state', '=', 'paid')
    .execute()
  const bought = paid.map(({ payer_id, subject }) => `${payer_id} ${subject}`)
  expect(bought.toSorted()).toEqual([...new Set(bought)].toSorted())
  const done = history.keysOf('purchase').done.map((key) => key.slice(0, key.lastIndexOf('.')))
  expect(done.filter((key) => !bought.includes(key))).toEqual([])
  const owned = await db.selectFrom('owned_assets').select(['user_id', 'asset_id']).execute()
  const belongings = owned
    .filter(({ user_id }) => user_id !== maker.id)
    .map(({ user_id, asset_id }) => `${user_id} asset:${asset_id}`)
  expect(belongings.toSorted()).toEqual(bought.toSorted())
  const headers = await bearerOf(product, 'economy')
  for (const { id } of buyers) {
    const balance = await (await fetch(`${product.economyUrl}/balance/user:${id}`, { headers })).text()
    const spent = paid.filter(({ payer_id }) => payer_id === id).length * price
    expect(Number(balance)).toBe(fortune - spent)
  }
  const { rows } = await sql<{ type: string; count: number }>`
    select type, count(*) as count from notifications where user_id = ${maker.id} group by type`.execute(db)
  const { count } = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Object.fromEntries(rows.map(({ type, count }) => [type, count]))).toEqual({
    purchase: bought.length,
    comment: count,
  })
}

/** Expects `verify` and `reconcile` to find nothing but the items on sale, which have no files. */
export async function expectConsistent(
  { environment, economyUrl }: MortalSites,
  { items }: Cast,
): Promise<void> {
  const verified = await runToEnd('verify', environment)
  const without = new Set(items.map((id) => `assets/${id} is missing`))
  const faults = verified.output
    .split('\n')
    .filter((line) => line.startsWith(' ') && !without.has(line.trim()))
  expect(faults).toEqual([])
  expect(verified.output).toMatch(/^ok {5}database.*^ok {5}ledger.*^ok {5}payments/ms)
  const reconciled = await runToEnd('reconcile', { ...environment, ECONOMY_URL: economyUrl })
  expect(reconciled, reconciled.output).toMatchObject({ code: 0 })
  expect(reconciled.output).toContain('all is well')
}

/** Expects every player's session to be alive. */
export async function expectPlaying({ places, players, maker }: Cast): Promise<void> {
  const usernames = players.map(({ username }) => username)
  const present = async () => {
    const page = await json<{ players: { username: string }[] }>(
      await maker.person.get(places[0]?.path ?? ''),
    )
    return page.players.map(({ username }) => username).toSorted()
  }
  await expect.poll(present).toEqual(usernames)
}
