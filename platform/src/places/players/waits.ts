import { type Clock, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { OpenByClient } from '@baseplate/service/open-by-client'
import type { Signals } from '@baseplate/storage/database/signals'
import type { Config } from '../../foundation/config/schema.ts'
import { admitsFromList } from '../rules.ts'
import type { ClosingAnnouncer } from '../servers/closing.ts'
import type { GameServer } from '../servers/require-server.ts'
import { createClosings } from './closings.ts'
import { type PlayerList, playerListOf } from './list.ts'
import type { PlayerLookups } from './lookups.ts'

/** A request waits this long for a change. */
const waitMs = 25 * second

/** Requests of one place that wait in this process. The oldest one ends for a further one. */
const waitsPerPlace = 10

/** Places whose lists are read in one statement. */
const placesPerRead = 50

/** Lists of the players of game servers, and requests that wait for them to change. */
export interface PlayerLists extends ClosingAnnouncer {
  read(server: GameServer): Promise<PlayerList>
  /**
   * Waits until a list has none of these versions. Returns the current list after 25 seconds, after an abort, and after `endWaits`.
   */
  readNext(server: GameServer, known: readonly string[], signal: AbortSignal): Promise<PlayerList>
  /** Checks the lists of a place ahead of time in all processes, because a player may enter it. */
  wake(placeId: number): void
  /** Checks the lists of a place in which join tickets were issued, if they have the players of unspent tickets. */
  announce(placeId: number): void
  /** Checks all lists that requests wait for: sessions end for many reasons, and in any process. */
  poll(): Promise<void>
  /** Ends all waits, present and future, before the process stops. */
  endWaits(): void
}

interface Wait {
  server: GameServer
  known: ReadonlySet<string>
  finish(list?: PlayerList): void
}

interface Parts {
  now: Clock
  log: Logger
  config: Pick<Config, 'Engine'>
  signals: Signals
  playerLookups: PlayerLookups
}

export function createPlayerLists({ now, log, config, signals, playerLookups }: Parts): PlayerLists {
  const waits = new OpenByClient<Wait>({ each: waitsPerPlace })
  let ending = false

  const read = async ({ placeId, ticket: server }: GameServer) =>
    playerListOf(await playerLookups.served(placeId), { server, closing: closings.of(placeId) }, now())

  const check = async ({ server, known, finish }: Wait) => {
    const list = await read(server)
    if (!known.has(list.version)) finish(list)
  }

  const checkAll = (some: readonly Wait[]) =>
    Promise.all(some.map(check)).catch((error: Error) => {
      log.error({ error: error.message }, 'the players of game servers could not be read')
    })

  const wakeHere = (place: string) => void checkAll(waits.of(place))
  const sendWake = signals.open('players', { received: wakeHere, connected: () => {} })

  const closings = createClosings({ now, signals }, (placeId) => wakeHere(String(placeId)))

  const wake = (placeId: number) => {
    wakeHere(String(placeId))
    sendWake(String(placeId))
  }

  return {
    read,
    async readNext(server, known, signal) {
      if (ending || signal.aborted) return read(server)
      const next = waitFor(waits, server, known, signal)
      // The list may have changed since the caller read it.
      void checkAll(waits.of(String(server.placeId)))
      return (await next) ?? read(server)
    },
    wake,
    announce(placeId) {
      if (admitsFromList(config)) wake(placeId)
    },
    announceClosing(placeId, closing) {
      if (admitsFromList(config)) closings.announce(placeId, closing)
    },
    async poll() {
      const all = [...waits.all()]
      for (let at = 0; at < all.length; at += placesPerRead) await checkAll(all.slice(at, at + placesPerRead))
    },
    endWaits() {
      ending = true
      for (const { finish } of [...waits.all()]) finish()
    },
  }
}

/** Adds a request that waits. Returns the list that ends the wait; undefined: it ended without one. */
const waitFor = (
  waits: OpenByClient<Wait>,
  server: GameServer,
  known: readonly string[],
  signal: AbortSignal,
): Promise<PlayerList | undefined> =>
  new Promise((resolve) => {
    const place = String(server.placeId)
    const finish = (list?: PlayerList) => {
      waits.remove(place, wait)
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      resolve(list)
    }
    const giveUp = () => finish()
    const timer = setTimeout(giveUp, waitMs)
    const wait: Wait = { server, known: new Set(known), finish }
    signal.addEventListener('abort', giveUp)
    waits.admitForOldest(place, wait)?.finish()
  })
