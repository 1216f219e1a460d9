import type { Actor } from '@baseplate/platform/accounts/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import {
  commentOnPlace,
  endPlaying,
  favouritePlace,
  joinPlace,
  redeemTicket,
  tallyVisits,
  updatePlaceFile,
  updateTimeline,
} from '@baseplate/platform/places/door'
import { minute } from '@baseplate/service/clock'
import { emptyPlace, type Game } from './places.ts'
import { gameComments, updateNotes } from './words.ts'
import { deviceOf, type Scale, type World } from './world.ts'

/** Rounds of playing in each period, and players in each round at scale 1. */
const rounds = 40
const playersPerRound = 16

interface Period {
  /** End of the period. */
  until: number
  scale: Scale
  /** Games that most players play in this period. */
  rising?: readonly Game[]
}

/** Lets people play for some minutes, again and again. Meanwhile makers update their games. */
export async function playGames(
  world: World,
  games: readonly Game[],
  { until, scale, rising = [] }: Period,
): Promise<void> {
  const { platform, chance, progress, people, passUntil } = world
  const step = progress.startSection('Playing games', rounds)
  const begin = platform.now()
  // Everybody has a favourite kind of game, so that similar games have the same players.
  const tastes = new Map(people.map((person) => [person, chance.one(games).genre]))
  const choose = (person: Actor) => {
    if (rising.length > 0 && chance.happens(0.5)) return chance.one(rising)
    const liked = games.filter(({ genre }) => genre === tastes.get(person))
    const among = chance.happens(0.7) ? liked : games
    return among[Math.min(chance.below(among.length), chance.below(among.length))]
  }
  for (let round = 1; round <= rounds; round++) {
    const tickets: string[] = []
    const players = chance.some(people, Math.max(2, playersPerRound * scale))
    for (const player of players) tickets.push(...(await enter(world, player, choose(player))))
    const end = begin + ((until - begin) * round) / rounds
    await passUntil(Math.min(end, platform.now() + (4 + chance.below(40)) * minute))
    await leave(world, players, tickets)
    await tallyVisits(platform)
    if (chance.happens(0.5)) await update(world, chance.one(games))
    await passUntil(end)
    step()
  }
}

/** Joins a game, and returns the ticket of the session unless the game is full or the player may not play. */
async function enter({ platform }: World, player: Actor, game: Game | undefined): Promise<string[]> {
  if (!game) return []
  try {
    const { ticket } = await joinPlace(platform, player, { id: game.id })
    // No game server runs that could acknowledge the player.
    const admissions = { wait: async () => true }
    await redeemTicket({ ...platform, admissions }, ticket, undefined)
    return [ticket]
  } catch (error) {
    if (error instanceof Refused) return []
    throw error
  }
}

/** Ends sessions as if their clients had sent heartbeats until now. */
async function leave({ platform }: World, players: readonly Actor[], tickets: readonly string[]) {
  const now = platform.now()
  if (tickets.length > 0)
    await platform.db
      .updateTable('playing_records')
      .set({ last_ping: now })
      .where('ticket', 'in', tickets)
      .execute()
  for (const { id } of players) await endPlaying(platform.db, id, now, 'left')
}

/** Uploads a new version of a game with notes for players. */
async function update({ platform }: World, game: Game): Promise<void> {
  game.version += 1
  const file = Buffer.from(`${emptyPlace}<!-- ${game.version} -->\n`)
  const notes = updateNotes[(game.id + game.version) % updateNotes.length]
  await updatePlaceFile(platform, game.maker, game.id, [file], { notes })
}

/** Adds games to favourites, writes comments on games, and opens the timelines of some. */
export async function enjoyGames(world: World, games: readonly Game[]): Promise<void> {
  const { platform, chance, progress, people, pass } = world
  const step = progress.startSection('Enjoying games', games.length)
  for (const { id, maker } of games) {
    for (const fan of chance.some(people, chance.below(people.length / 8)))
      await favouritePlace(platform, fan, { id })
    for (const author of chance.some(people, chance.below(5))) {
      const content = chance.one(gameComments)
      await commentOnPlace(platform, author, { id, content }, deviceOf(chance))
      await pass(10)
    }
    if (chance.happens(0.3)) await updateTimeline(platform, maker, { id, open: 'true' })
    step()
  }
}
