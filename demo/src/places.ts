import type { Actor } from '@baseplate/platform/accounts/rules'
import {
  addThumbnail,
  createPlace,
  endPlaying,
  joinPlace,
  redeemTicket,
  tallyVisits,
  updatePlaceFile,
  updateView,
  voteOnPlace,
} from '@baseplate/platform/places/door'
import { minute } from '@baseplate/service/clock'
import { games } from './words.ts'
import type { World } from './world.ts'

/** The smallest valid place file of the classic engine: an empty world. */
const emptyPlace = '<?xml version="1.0" encoding="utf-8"?>\n<roblox version="4"></roblox>\n'

/** Returns the file of a version of a game, counted from 1. */
export type FileOf = (version: number) => Buffer

/** Files that differ like the versions of a game that its maker improves. */
export const classicFiles: FileOf = (version) => Buffer.from(`${emptyPlace}<!-- ${version} -->\n`)

export interface Game {
  id: number
  maker: Actor
  genre: string
  /** Number of uploads. */
  version: number
  fileOf: FileOf
}

/** Creates games with files, icons and thumbnails, and votes on them. */
export async function makeGames(world: World, icons: readonly Uint8Array[], fileOf: FileOf): Promise<Game[]> {
  const { platform, chance, progress, people, pass } = world
  const makers = chance.some(people, 25)
  const made: Game[] = []
  const step = progress.startSection('Creating games', icons.length)
  for (const [index, [name, description, genre, tags]] of games.slice(0, icons.length).entries()) {
    const maker = chance.one(makers)
    const { id } = await createPlace(platform, maker, { name, description })
    const icon = icons[index]
    await updateView(platform, maker, { id, name, description, genre, tags, icon })
    if (index % 3 === 0) await addThumbnail(platform, maker, { id, picture: icon })
    await updatePlaceFile(platform, maker, id, [fileOf(1)])
    made.push({ id, maker, genre, version: 1, fileOf })
    const fame = chance.below(chance.happens(0.2) ? 120 : 25)
    await makeKnown(world, id, { fame, liking: 0.5 + chance.below(50) / 100 })
    await pass(600)
    step()
  }
  await tallyVisits(platform)
  return made
}

/**
 * Lets people visit a game and vote on it.
 *
 * @param fame number of people
 * @param liking share of them who like the game, from 0 to 1
 */
export async function makeKnown(
  world: World,
  id: number,
  { fame, liking }: { fame: number; liking: number },
): Promise<void> {
  const { platform, chance, people } = world
  for (const visitor of chance.some(people, fame)) {
    await visit(world, visitor, id)
    await voteOnPlace[chance.happens(liking) ? 'like' : 'dislike'](platform, visitor, { id })
  }
}

/** Starts the session of a join ticket. No game server runs to acknowledge the player. */
export const beginSession = (platform: World['platform'], ticket: string) =>
  redeemTicket({ ...platform, admissions: { wait: async () => true } }, ticket, undefined)

/** Adds a session that ends now, long enough for rankings. */
async function visit({ platform, chance }: World, visitor: Actor, placeId: number): Promise<void> {
  const { ticket } = await joinPlace(platform, visitor, { id: placeId })
  await beginSession(platform, ticket)
  const now = platform.now()
  await platform.db
    .updateTable('playing_records')
    .set({ started: now - (6 + chance.below(30)) * minute })
    .where('ticket', '=', ticket)
    .execute()
  await endPlaying(platform.db, visitor.id, now, 'left')
}
