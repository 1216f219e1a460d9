import type { Actor } from '../accounts/rules.ts'
import { type Caller, requireDataServer } from '../game-data/caller.ts'
import { readEntry } from '../game-data/entries/read.ts'
import type { Change, Condition } from '../game-data/entries/rules.ts'
import { writeEntries } from '../game-data/entries/write.ts'
import { releasePlayersData, waitForHold } from '../game-data/holds/hold.ts'
import type { EntryName } from '../game-data/rules.ts'
import { playerScope } from '../game-data/rules.ts'
import { leaveGame } from '../places/players/leave.ts'
import { updateServices } from '../places/services.ts'
import type { DatabaseKind } from './platforms.ts'
import { startGame } from './served-game.ts'

/** Opens a platform with a game that keeps data. A second place shares its world, so that players change servers. */
export async function startDataGame(kind: DatabaseKind, environment: Record<string, string> = {}) {
  const game = await startGame(kind, 'report', 'classic', environment)
  const { platform, maker, place } = game
  const second = await game.placeOf('A second place')
  for (const { id } of [place, second]) await updateServices(platform, maker, { id, enabled: 'true' })
  await updateServices(platform, maker, { id: second.id, enabled: 'true', root: String(place.id) })
  const servers = [await serverOf(place.ticket), await serverOf(second.ticket)] as const
  function serverOf(ticket: string) {
    return dataServer(platform, ticket)
  }
  /** Brings a player into the server of a place. */
  const enter = async (actor: Actor, at: typeof place = place) => {
    const player = await game.join(actor, at.id)
    await game.verify(player, at.ticket)
    return { ...player, leave: () => leaveGame(platform, at.ticket, player.number) }
  }
  return { ...game, second, servers, serverOf, enter }
}

type Platform = Awaited<ReturnType<typeof startGame>>['platform']

/** A game server, as it reads and writes data. */
export async function dataServer(platform: Platform, ticket: string) {
  const caller = await requireDataServer(platform, ticket)
  return { caller, ...dataOf(platform, caller) }
}

/** The data of a game, as one program reads and writes them. */
export function dataOf(platform: Platform, caller: Caller) {
  const write = async (name: EntryName, change: Change, key?: string) => {
    const { results } = await writeEntries(platform, caller, [{ name, change }], key)
    return results[0]
  }
  const playersData = (number: number, store: string) => ({ worldId: caller.worldId, store, number })
  return {
    write,
    put: async (name: EntryName, json: string, condition: Condition = {}) =>
      String((await write(name, { op: 'put', json, ...condition }))?.version),
    increment: async (name: EntryName, by: number) => (await write(name, { op: 'increment', by }))?.value,
    remove: (name: EntryName) => write(name, { op: 'delete' }),
    read: async (name: EntryName, version?: number) => {
      const { done, ...read } = await readEntry(platform, caller, name, version)
      done()
      return read
    },
    /** Waits for the data of a player. By default, it asks once. */
    lock: (number: number, { waitSeconds = 0, store = 'coins' } = {}) =>
      waitForHold(platform, playersData(number, store), caller, {
        waitSeconds,
        signal: new AbortController().signal,
      }),
    release: (number: number, store = 'coins') =>
      releasePlayersData(platform, playersData(number, store), caller),
  }
}

/** An entry of a store that belongs to nobody. */
export const entry = (key: string, store = 'world', scope = 'global'): EntryName => ({ store, scope, key })

/** The data of a player. */
export const ofPlayer = (number: number, store = 'coins'): EntryName => ({
  store,
  scope: playerScope,
  key: String(number),
})
