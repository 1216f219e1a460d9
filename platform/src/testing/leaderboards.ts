import { chooseKind } from '../game-data/entries/choose-kind.ts'
import { viewLeaderboard } from '../game-data/pages/view-leaderboard.ts'
import { startDataGame } from './data-game.ts'
import { registerPerson } from './people.ts'
import type { DatabaseKind } from './platforms.ts'

/** The leaderboard that a test has if it says nothing else. */
export const weekly = { kind: 'ordered', public: true, title: 'Most coins', period: 'week', keep: 'best' }

/** Opens a platform with a game that can have leaderboards. */
export async function startLeaderboards(kind: DatabaseKind) {
  const game = await startDataGame(kind)
  const { platform, maker, place, servers } = game
  const [{ caller }] = servers
  const declare = (choice: object = weekly, store = 'coins') =>
    chooseKind(platform, caller, store, Buffer.from(JSON.stringify(choice)))
  const enterAs = async (name: string) => {
    const actor = await registerPerson(platform, name)
    return { actor, ...(await game.enter(actor)) }
  }
  const view = (show = 'best', period = 'present', viewer = maker) =>
    viewLeaderboard(platform, viewer, { id: place.id, store: 'coins', show, period })
  const listed = async (...of: Parameters<typeof view>) =>
    (await view(...of)).scores.map(({ rank, username, score }) => [rank, username, score])
  return { ...game, caller, server: servers[0], declare, enterAs, view, listed }
}
