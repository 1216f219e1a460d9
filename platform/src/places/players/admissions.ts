import { type Clock, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { OpenByClient } from '@baseplate/service/open-by-client'
import type { Signals } from '@baseplate/storage/database/signals'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import type { GameServer } from '../servers/require-server.ts'
import type { PlayerList } from './list.ts'
import type { PlayerLookups } from './lookups.ts'
import type { PlayerLists } from './waits.ts'

/** A client waits this long for the game server. */
const waitMs = 2 * second

/** Waits are checked this often, in case a signal of another process was lost. */
const checkMs = second / 4

/** Maximum number of waiting requests per ticket in this process. A further request ends the oldest one. */
const waitsPerTicket = 2

/** Maximum number of lists that this process remembers. */
const maxLists = 1_000

/** The players whom game servers have acknowledged: docs/reference/client-protocol.md#admissions. */
export interface Admissions {
  /** Remembers a list that is about to be sent to a game server. */
  remember(server: GameServer, list: PlayerList): void
  /**
   * Records the players whom a game server knows.
   *
   * @param current list of the server
   * @param version of a list that the server has. Undefined: it has none, because it has just started
   */
  acknowledge(server: GameServer, current: PlayerList, version: string | undefined): Promise<void>
  /** Waits until a game server knows the player of a join ticket. Returns false after two seconds, an abort, or `endWaits`. */
  wait(placeId: number, ticket: string, signal?: AbortSignal): Promise<boolean>
  /** Ends all waits, present and future, before the process stops. */
  endWaits(): void
}

interface Wait {
  placeId: number
  check(): Promise<void>
  finish(isAcknowledged: boolean): void
}

interface Parts {
  db: Db
  now: Clock
  log: Logger
  signals: Signals
  playerLookups: Pick<PlayerLookups, 'server' | 'isAcknowledged'>
  playerLists: Pick<PlayerLists, 'wake'>
}

export function createAdmissions(parts: Parts): Admissions {
  const { db, now, signals, playerLookups, playerLists } = parts
  const lists = createLists()
  const waits = new OpenByClient<Wait>({ each: waitsPerTicket })
  let ending = false

  const checkHere = (place: string) => {
    for (const wait of waits.all()) if (String(wait.placeId) === place) void wait.check()
  }
  const sendCheck = signals.open('admissions', { received: checkHere, connected: () => {} })

  return {
    remember: lists.add,
    async acknowledge(server, current, version) {
      if (version === undefined) return void (await forgetAcknowledged(db, server))
      const known = version === current.version ? current.admitted : lists.knownOf(server, current, version)
      const tickets = await newlyKnown(playerLookups, server, known)
      if (tickets.length === 0) return
      await acknowledgeSessions(db, server, tickets, now())
      checkHere(String(server.placeId))
      sendCheck(String(server.placeId))
    },
    async wait(placeId, ticket, signal) {
      if (await playerLookups.isAcknowledged(ticket)) return true
      if (ending || signal?.aborted) return false
      const acknowledged = waitFor(parts, waits, { placeId, ticket, signal })
      playerLists.wake(placeId)
      return acknowledged
    },
    endWaits() {
      ending = true
      for (const { finish } of [...waits.all()]) finish(false)
    },
  }
}

/** The lists that were sent last, of all game servers. The list of a busy place changes faster than its server acknowledges it. */
function createLists() {
  const ticketsOf = new Map<string, ReadonlySet<string>>()
  const keyOf = (server: GameServer, version: string) => `${server.ticket} ${version}`
  return {
    add(server: GameServer, { version, admitted }: PlayerList) {
      const key = keyOf(server, version)
      ticketsOf.delete(key)
      ticketsOf.set(key, new Set(admitted.map(({ ticket }) => ticket)))
      if (ticketsOf.size > maxLists) ticketsOf.delete(ticketsOf.keys().next().value ?? '')
    },
    /** Returns the players of the current list who are also in an earlier one. */
    knownOf(server: GameServer, { admitted }: PlayerList, version: string): PlayerList['admitted'] {
      const tickets = ticketsOf.get(keyOf(server, version))
      return admitted.filter(({ ticket }) => tickets?.has(ticket))
    },
  }
}

/** Returns the tickets of players whom neither this game server nor another one that still runs has acknowledged before. */
async function newlyKnown(
  { server: find }: Pick<PlayerLookups, 'server'>,
  server: GameServer,
  known: PlayerList['admitted'],
): Promise<string[]> {
  const isNew = async ({ verifiedBy }: PlayerList['admitted'][number]) =>
    verifiedBy === null || (verifiedBy !== server.ticket && (await find(verifiedBy)) === undefined)
  const judged = await Promise.all(known.map(async (player) => ({ ...player, isNew: await isNew(player) })))
  return judged.filter((player) => player.isNew).map(({ ticket }) => ticket)
}

const waitFor = (
  { log, playerLookups }: Pick<Parts, 'log' | 'playerLookups'>,
  waits: OpenByClient<Wait>,
  { placeId, ticket, signal }: { placeId: number; ticket: string; signal: AbortSignal | undefined },
): Promise<boolean> =>
  new Promise((resolve) => {
    const finish = (isAcknowledged: boolean) => {
      waits.remove(ticket, wait)
      clearTimeout(timer)
      clearInterval(checks)
      signal?.removeEventListener('abort', giveUp)
      resolve(isAcknowledged)
    }
    const giveUp = () => finish(false)
    const check = async () => {
      try {
        if (await playerLookups.isAcknowledged(ticket)) finish(true)
      } catch (error) {
        log.error({ error: (error as Error).message }, 'the admission of a player could not be read')
      }
    }
    const timer = setTimeout(giveUp, waitMs)
    const checks = setInterval(check, checkMs)
    const wait: Wait = { placeId, check, finish }
    signal?.addEventListener('abort', giveUp)
    waits.admitForOldest(ticket, wait)?.finish(false)
    void check()
  })

/** Records that a game server has acknowledged a list with the players of these sessions. */
const acknowledgeSessions = (db: Db, { ticket }: GameServer, tickets: readonly string[], now: number) =>
  db
    .updateTable('playing_records')
    .set({ verified: now, server_ticket: ticket, connected: 1 })
    .where('ticket', 'in', tickets)
    .where('ended', 'is', null)
    .execute()

/** Forgets that a game server has acknowledged players who have not fetched their scripts. */
const forgetAcknowledged = (db: Db, { placeId, ticket }: GameServer) =>
  db
    .updateTable('playing_records')
    .set({ verified: null, server_ticket: null, connected: 0 })
    .where('place_id', '=', placeId)
    .where('connected', '=', sql.lit(1))
    .where('server_ticket', '=', ticket)
    .where('started', 'is', null)
    .where('ended', 'is', null)
    .execute()
