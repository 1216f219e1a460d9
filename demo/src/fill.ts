import { rename, rm } from 'node:fs/promises'
import { runEconomyService } from '@baseplate/cli/commands/economy'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { takeSample } from '@baseplate/platform/operations/door'
import { startOfInterval } from '@baseplate/platform/operations/metrics/rules'
import { openPlatform } from '@baseplate/platform/platform'
import { day, hour, minute } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { dressAvatars } from './appearances.ts'
import { chanceFrom } from './chance.ts'
import { engineFiles, makeEngineGames } from './engine-games.ts'
import { makeItems, sell } from './items.ts'
import { befriend, createGroups, registerPeople, writePosts } from './people.ts'
import { drawPictures, type Pictures } from './pictures.ts'
import { classicFiles, makeGames } from './places.ts'
import { enjoyGames, playGames } from './plays.ts'
import type { Progress } from './progress.ts'
import { createBrokenItem, createModerationWork } from './trouble.ts'
import type { Scale, World } from './world.ts'

/** Age of the demo world when it is first opened. */
const age = 60 * day

/** Interval between the metric samples that the charts of the administration use. */
const sampleInterval = 6 * hour

/**
 * Creates the demo world in a new data directory, with the platform's own verbs and a real economy service. It is created
 * beside the directory and moved when complete, so an interrupted run starts over.
 *
 * @param configFor returns the configuration for a data directory, and sets the environment of the services
 */
export async function fill(
  dataDirectory: string,
  configFor: (dataDirectory: string) => Promise<Config>,
  { log, progress, scale }: { log: Logger; progress: Progress; scale: Scale },
): Promise<void> {
  const unfinished = `${dataDirectory}.unfinished`
  // A marker beside the folder says that it had a platform, which is not missed here.
  for (const left of [unfinished, `${unfinished}.platform`]) await rm(left, { recursive: true, force: true })
  const config = await configFor(unfinished)
  const chance = chanceFrom(1962)
  const pictures = await drawPictures(chance, progress, scale)
  let time = Date.now() - age
  // Hides the log lines of thousands of events.
  const economy = await runEconomyService(config, { log, inform: () => undefined, droppedLines: () => 0 })
  try {
    const platform = await openPlatform(whileFilling(config), log, () => Math.min(time, Date.now()))
    try {
      const passUntil = async (moment: number) => {
        for (
          let next = startOfInterval(time, sampleInterval) + sampleInterval;
          next <= moment;
          next += sampleInterval
        ) {
          time = next
          await takeSample(platform)
        }
        time = moment
      }
      const pass = (minutes: number) => passUntil(time + chance.below(minutes * minute))
      const world: World = { platform, chance, progress, people: [], pass, passUntil }
      await populate(world, pictures, scale)
      await passUntil(Date.now())
      // Nothing was rendered while filling, so every sample would show a full queue.
      await platform.db.updateTable('samples').set({ renders: 0 }).execute()
    } finally {
      await platform.close()
    }
  } finally {
    await economy.close()
  }
  await rename(unfinished, dataDirectory)
  await rm(`${unfinished}.platform`, { force: true })
  progress.end()
}

const whileFilling = (config: Config): Config => ({
  ...config,
  // Renders run after the product has started, so that the first visitor does not wait for them.
  Renderer: { ...config.Renderer, Workers: 0 },
  // Sessions are only recorded, so no game needs a server.
  Gameservers: { ...config.Gameservers, Hosting: 'Selfhosted' },
})

/** Lets people register, create and play over months of the simulated clock. */
async function populate(world: World, { icons, items: drawn }: Pictures, scale: Scale): Promise<void> {
  await registerPeople(world, scale)
  await befriend(world)
  const isPlayable = world.platform.config.Engine === 'minetest'
  const games = await makeGames(world, icons, isPlayable ? await engineFiles('template') : classicFiles)
  // The games at the end of the list rise.
  if (isPlayable) games.push(...(await makeEngineGames(world)))
  await createBrokenItem(world)
  const items = await makeItems(world, drawn)
  await createGroups(world)
  const owned = await sell(world, items)
  await dressAvatars(world, owned)
  await playGames(world, games, { until: Math.max(world.platform.now(), Date.now() - 5 * day), scale })
  // Posts and comments on current topics belong to the last days.
  await enjoyGames(world, games)
  await writePosts(world)
  await playGames(world, games, { until: Date.now() - 6 * hour, scale, rising: games.slice(-4) })
  await createModerationWork(world, items)
}
