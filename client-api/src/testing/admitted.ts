import type { Actor } from '@baseplate/platform/accounts/rules'
import { joinPlace } from '@baseplate/platform/places/sessions/join'
import type { TestClientApi } from './client-api.ts'

/** The part of a list of players that tests read. */
interface List {
  version: string
  players: { username: string; number: number }[]
}

/** The game server of a place, which admits players from its list. */
export function admittingServer(
  { platform, ask }: TestClientApi,
  place: { id: number; serverTicket: string },
) {
  const path = `/game/players?ticket=${place.serverTicket}`
  const list = async () => (await ask(path)).json() as Promise<List>
  /** Acknowledges a list: asks for the next one. Returns a function that ends the request. */
  const acknowledge = async (version: string) => {
    const gone = new AbortController()
    const asking = ask(`${path}&after=${version}`, { signal: gone.signal }).catch(() => {})
    return () => {
      gone.abort()
      return asking
    }
  }
  const press = async (player: Actor) => (await joinPlace(platform, player, { id: place.id })).ticket
  /** Brings a player into the game. */
  const enter = async (player: Actor) => {
    const ticket = await press(player)
    const { version, players } = await list()
    const end = await acknowledge(version)
    const { status } = await ask(`/game/join?ticket=${ticket}`)
    await end()
    const number = players.find(({ username }) => username === player.username)?.number ?? 0
    return { ticket, status, number }
  }
  return { list, acknowledge, press, enter }
}
