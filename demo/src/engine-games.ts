import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { folderOf, type OwnGame } from '@baseplate/minetest/own-games'
import { packGame } from '@baseplate/minetest/pack-game'
import {
  addThumbnail,
  createPlace,
  updatePlaceFile,
  updateServices,
  updateView,
} from '@baseplate/platform/places/door'
import { type FileOf, type Game, makeKnown } from './places.ts'
import type { World } from './world.ts'

interface EnginePlace {
  game: OwnGame
  name: string
  description: string
  genre: string
  tags: string
}

/** The games of the engine Minetest that come with the product. `demo/pictures` has a screenshot of each. */
export const enginePlaces: readonly EnginePlace[] = [
  {
    game: 'plot',
    name: 'Building Plots',
    description: 'Get a plot of land, and build on it. Your house is still there when you come back.',
    genre: 'Building',
    tags: 'blocks, houses',
  },
  {
    game: 'race',
    name: 'Harbour Run',
    description: 'Three laps through the park, through every gate. Who has the best lap of the day?',
    genre: 'Racing',
    tags: 'running, laps',
  },
  {
    game: 'coin-tower',
    name: 'Coin Tower',
    description: 'Climb the tower, collect its coins, and reach the flag at the top before your friends.',
    genre: 'Obstacle course',
    tags: 'climbing, coins',
  },
]

/** Returns the files of a game of the engine. All versions are the same. */
export async function engineFiles(game: OwnGame): Promise<FileOf> {
  const file = await packGame(folderOf(game))
  return () => file
}

const pictureOf = (game: OwnGame) => readFile(resolve(import.meta.dirname, `../pictures/${game}.webp`))

/** Creates the games of the engine, which most people of the demo world know and like. */
export async function makeEngineGames(world: World): Promise<Game[]> {
  const { platform, chance, people, progress, pass } = world
  const made: Game[] = []
  const step = progress.startSection('Creating games to play', enginePlaces.length)
  for (const { game, name, description, genre, tags } of enginePlaces) {
    const maker = chance.one(people)
    const { id } = await createPlace(platform, maker, { name, description })
    const [picture, fileOf] = await Promise.all([pictureOf(game), engineFiles(game)])
    await updateView(platform, maker, { id, name, description, genre, tags, icon: picture })
    await addThumbnail(platform, maker, { id, picture })
    await updatePlaceFile(platform, maker, id, [fileOf(1)])
    await updateServices(platform, maker, { id, enabled: 'true' })
    made.push({ id, maker, genre, version: 1, fileOf })
    await makeKnown(world, id, { fame: people.length * 0.7, liking: 0.95 })
    await pass(600)
    step()
  }
  return made
}
