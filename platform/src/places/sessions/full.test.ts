import { type Clock, minute, second } from '@baseplate/service/clock'
import { DatabaseUnavailable } from '@baseplate/storage/database/outage'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { accountRow } from '../../testing/account-row.ts'
import { successesAtOnce } from '../../testing/at-once.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { createPresence } from '../servers/presence.ts'
import { redeemTicket } from '../servers/redeem.ts'
import { writeHeartbeats } from '../servers/write-heartbeats.ts'
import { updateNetwork } from '../settings.ts'
import { viewPlace } from '../view.ts'
import { joinPlace } from './join.ts'
import { createPlayingSweep } from './sweep.ts'

/** Starts the presence of a process whose database can be taken away. */
function startPresence(platform: { db: Db; now: Clock }) {
  let isAway = false
  const db = platform.db.withPlugin({
    transformQuery({ node }) {
      if (isAway) throw new DatabaseUnavailable('away')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const presence = createPresence({ db, now: platform.now, log: pino({ level: 'silent' }) })
  onTestFinished(() => presence.close())
  return {
    presence,
    away(is: boolean) {
      isAway = is
    },
  }
}

const full = { reason: 'conflict', message: 'This game is full' }

describe.each(databases)('a full place on %s', (kind) => {
  async function start(maxPlayers: number) {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    const rows = Array.from({ length: 40 }, (_, index) => accountRow(`Player${index}`))
    await platform.db.insertInto('users').values(rows).execute()
    const players = rows.map(
      ({ id, username }): Actor => ({
        id,
        username,
        permissionLevel: 1,
        theme: null,
        language: null,
        portrait: null,
        standing: null,
        leaves: null,
        factors: { totp: false, passkey: false },
        proved: Number.POSITIVE_INFINITY,
      }),
    )
    const player = (index: number) => players[index] ?? maker
    const { id } = await createPublishedPlace(platform, maker, { name: 'Small place' })
    await updateNetwork(platform, maker, { id, dedicated: 'off', maxPlayers: String(maxPlayers) })
    const join = (index: number) => joinPlace(platform, player(index), { id })
    const enter = async (index: number) => {
      const { ticket } = await join(index)
      await redeemTicket(platform, ticket, undefined)
      return ticket
    }
    const playing = async () => (await viewPlace(platform, maker, { id })).players.length
    return { platform, maker, player, id, join, enter, playing }
  }

  test('issues as many tickets as it has seats to forty concurrent joins', async () => {
    const { platform, join } = await start(3)
    const joined = await successesAtOnce(
      join,
      (error) => error instanceof Refused && error.reason === 'conflict' && error.message === full.message,
    )
    expect(joined).toBe(3)
    expect(await platform.db.selectFrom('playing_records').selectAll().execute()).toHaveLength(3)
  })

  test('refuses moderators and its owner too, without ending their sessions elsewhere', async () => {
    const { platform, maker, enter } = await start(1)
    const elsewhere = await createPublishedPlace(platform, maker, { name: 'Elsewhere' })
    const { ticket } = await joinPlace(platform, maker, { id: elsewhere.id })
    await enter(0)
    const { id } = await platform.db
      .selectFrom('places')
      .select('id')
      .where('name', '=', 'Small place')
      .executeTakeFirstOrThrow()
    await expect(joinPlace(platform, { ...maker, permissionLevel: 5 }, { id })).rejects.toMatchObject(full)
    await redeemTicket(platform, ticket, undefined)
  })

  test('lets one of its players join again', async () => {
    const { join, enter, playing } = await start(2)
    await enter(0)
    await enter(1)
    await enter(0)
    expect(await playing()).toBe(2)
    await expect(join(2)).rejects.toMatchObject(full)
  })

  test('frees a seat 35 seconds after the last heartbeat, for good', async () => {
    const { platform, join, enter, playing } = await start(1)
    const ticket = await enter(0)
    platform.pass(35 * second)
    await expect(join(1)).rejects.toMatchObject(full)
    const heard = new Map([[ticket, platform.now()]])
    platform.pass(1)
    await enter(1)
    // Another process received the heartbeat in time, and writes it only now.
    await writeHeartbeats(platform.db, heard, new Map())
    expect(await playing()).toBe(1)
  })

  test.each([
    ['half a minute', 30],
    ['three quarters of a minute', 45],
  ])(
    'keeps the seat of a player whose heartbeats arrive while the database is away for %s',
    async (_, seconds) => {
      const { platform, enter, playing } = await start(1)
      const ticket = await enter(0)
      const { presence, away } = startPresence(platform)
      await presence.recordClientHeartbeat(ticket)
      away(true)
      for (let passed = 0; passed < seconds; passed += 15) {
        platform.pass(15 * second)
        await presence.recordClientHeartbeat(ticket)
        await presence.flush()
      }
      away(false)
      await presence.flush()
      platform.pass(15 * second)
      expect(await playing()).toBe(1)
    },
  )

  test('keeps the seat of a player whose ticket the process could not look up', async () => {
    const { platform, enter, playing } = await start(1)
    const ticket = await enter(0)
    const { presence, away } = startPresence(platform)
    away(true)
    platform.pass(20 * second)
    await expect(presence.recordClientHeartbeat(ticket)).rejects.toThrow(DatabaseUnavailable)
    platform.pass(20 * second)
    away(false)
    await presence.flush()
    expect(await playing()).toBe(1)
  })

  test('ends silent sessions only for seats that a join needs', async () => {
    const { platform, join, enter, playing } = await start(3)
    const ticket = await enter(0)
    await enter(1)
    platform.pass(20 * second)
    const heard = new Map([[ticket, platform.now()]])
    platform.pass(20 * second)
    await enter(2)
    // The heartbeat waited for the database in another process.
    await writeHeartbeats(platform.db, heard, new Map())
    expect(await playing()).toBe(2)
    await join(3)
    await expect(join(4)).rejects.toMatchObject(full)
  })

  test('sweeps no session whose heartbeats waited for the database', async () => {
    const { platform, enter, playing } = await start(1)
    const ticket = await enter(0)
    const sweep = createPlayingSweep(platform)
    await sweep()
    platform.pass(20 * second)
    const heard = new Map([[ticket, platform.now()]])
    platform.pass(20 * second)
    await sweep()
    await writeHeartbeats(platform.db, heard, new Map())
    expect(await playing()).toBe(1)
    platform.pass(minute)
    await sweep()
    const open = platform.db.selectFrom('playing_records').select('ticket').where('ended', 'is', null)
    expect(await open.execute()).toHaveLength(1)
    platform.pass(minute)
    await sweep()
    expect(await open.execute()).toEqual([])
  })

  test('holds the seat of an unused ticket for a minute, and requires a free seat after that', async () => {
    const { platform, join, enter, playing } = await start(1)
    const first = await join(0)
    platform.pass(minute - 1)
    await expect(join(1)).rejects.toMatchObject(full)
    platform.pass(1)
    const ticket = await enter(1)
    await expect(redeemTicket(platform, first.ticket, undefined)).rejects.toThrow('Invalid Game Session')
    await platform.db.updateTable('playing_records').set({ ended: 1 }).where('ticket', '=', ticket).execute()
    await redeemTicket(platform, first.ticket, undefined)
    expect(await playing()).toBe(1)
  })

  test('admits one of forty players with late tickets', async () => {
    const { platform, join, playing } = await start(1)
    const tickets: string[] = []
    for (let index = 0; index < 4; index++) {
      tickets.push((await join(index)).ticket)
      platform.pass(minute)
    }
    await successesAtOnce(
      (index) => redeemTicket(platform, tickets[index % 4] ?? '', undefined),
      (error) => error instanceof Refused && error.message === 'Invalid Game Session',
    )
    expect(await playing()).toBe(1)
  })

  test('lists no more players than a place can have', async () => {
    const { platform, player, id, playing } = await start(1)
    const rows = Array.from({ length: 120 }, (_, index) => accountRow(`Many${index}`))
    await platform.db.insertInto('users').values(rows).execute()
    const now = platform.now()
    await platform.db
      .insertInto('playing_records')
      .values(
        rows.map((row, index) => ({
          ticket: `ticket${index}`,
          place_id: id,
          user_id: row.id,
          created: now,
          started: now,
          ended: null,
          last_ping: now,
        })),
      )
      .execute()
    expect(await playing()).toBe(100)
    await expect(joinPlace(platform, player(0), { id })).rejects.toMatchObject(full)
  })
})
