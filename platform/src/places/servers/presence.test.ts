import { hour, minute, second } from '@baseplate/service/clock'
import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../foundation/database.ts'
import { accountRow } from '../../testing/account-row.ts'
import { registerPerson } from '../../testing/people.ts'
import { openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { joinPlace } from '../sessions/join.ts'
import { createPresence } from './presence.ts'
import { addRun, lastPingsOf } from './queries.ts'

/** Enough players that writing them in batches would take several statements. */
const players = 1_000

/** Returns a handle that records the kind of each statement. */
function countStatements(db: Db) {
  const statements: RootOperationNode['kind'][] = []
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(counting), statements }
}

test('remembers a player whose heartbeats go to other processes for some minutes', async () => {
  const platform = await openTestPlatform('SQLite')
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPublishedPlace(platform, maker, { name: 'Place' })
  const { ticket } = await joinPlace(platform, maker, { id })
  const { db, statements } = countStatements(platform.db)
  const presence = createPresence({ ...platform, db })
  onTestFinished(() => presence.close())
  const lookupsAfter = async (silence: number) => {
    platform.pass(silence)
    await presence.flush()
    expect(await presence.recordClientHeartbeat(ticket)).toBe(true)
    return statements.filter((kind) => kind === 'SelectQueryNode').length
  }
  expect(await lookupsAfter(0)).toBe(1)
  expect(await lookupsAfter(10 * minute)).toBe(1)
  expect(await lookupsAfter(hour)).toBe(2)
})

test('reports a game server once while its heartbeats mostly go to other processes', async () => {
  const platform = await openTestPlatform('SQLite')
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPublishedPlace(platform, maker, { name: 'Place' })
  const { ticket } = await addRun(platform.db, id, { now: platform.now(), startedBy: null })
  let reports = 0
  const presence = createPresence(platform, () => reports++)
  onTestFinished(() => presence.close())
  const reportsAfter = async (silence: number) => {
    platform.pass(silence)
    await presence.flush()
    presence.recordServerHeartbeat(ticket)
    await presence.flush()
    return reports
  }
  expect(await reportsAfter(0)).toBe(1)
  expect(await reportsAfter(minute)).toBe(1)
  expect(await reportsAfter(hour)).toBe(2)
})

test('on PostgreSQL, each process needs one lookup and one write for all heartbeats, and the latest heartbeat wins', async () => {
  const platform = await openTestPlatform('PostgreSQL')
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPublishedPlace(platform, maker, { name: 'Place' })
  for (const name of ['Second', 'Third']) await createPublishedPlace(platform, maker, { name })
  const run = await addRun(platform.db, id, { now: platform.now(), startedBy: null })
  const servers = await platform.db.selectFrom('places').select('server_ticket').execute()
  // A place's own ticket and the ticket of its run are both in use.
  const serverTickets = [...servers.map(({ server_ticket }) => server_ticket), run.ticket]
  const rows = Array.from({ length: players }, (_, index) => accountRow(`Player${index}`))
  const tickets = rows.map((_, index) => String(index).padStart(24, '0'))
  await platform.db.insertInto('users').values(rows).execute()
  const now = platform.now()
  const playing = { place_id: id, created: now, started: now, ended: null, last_ping: now }
  await platform.db
    .insertInto('playing_records')
    .values(rows.map((row, index) => ({ ...playing, ticket: tickets[index] ?? '', user_id: row.id })))
    .execute()

  const { db, statements } = countStatements(platform.db)
  // The second process records each heartbeat with a time one second earlier.
  const [first, other] = [0, -second].map((ms) =>
    createPresence({ ...platform, db, now: () => platform.now() + ms }),
  )
  onTestFinished(async () => {
    await first?.close()
    await other?.close()
  })
  platform.pass(10 * second)
  for (const process of [first, other])
    await Promise.all([
      ...tickets.map((ticket) => process?.recordClientHeartbeat(ticket)),
      ...serverTickets.map((ticket) => process?.recordServerHeartbeat(ticket)),
    ])
  await first?.flush()
  await other?.flush()
  expect(statements.toSorted()).toEqual(['RawNode', 'RawNode', 'SelectQueryNode', 'SelectQueryNode'])
  const { rows: pings } = await sql<{ last_ping: number }>`
    select distinct last_ping from playing_records`.execute(platform.db)
  expect(pings).toEqual([{ last_ping: platform.now() }])
  const heard = await platform.db.selectFrom('places').select('server_ping').distinct().execute()
  expect(heard).toEqual([{ server_ping: platform.now() / second }])
  expect(await lastPingsOf(platform.db, [run.id])).toEqual(new Map([[run.id, platform.now()]]))
})
