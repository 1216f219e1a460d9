import { rename, rm } from 'node:fs/promises'
import { runEconomyService } from '@baseplate/cli/commands/economy'
import { day, hour, minute } from '@baseplate/platform/foundation/clock'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Logger } from '@baseplate/platform/foundation/log'
import { startOf } from '@baseplate/platform/operations/metrics/rules'
import { takeSample } from '@baseplate/platform/operations/metrics/sample'
import { openPlatform } from '@baseplate/platform/platform'
import { chanceFrom } from './chance.ts'
import { gather } from './crowds.ts'
import { makeItems, sell } from './items.ts'
import { dress } from './looks.ts'
import { befriend, populate, talk } from './people.ts'
import { drawPictures } from './pictures.ts'
import { makeGames } from './places.ts'
import type { Progress } from './progress.ts'
import { makeTrouble } from './trouble.ts'
import type { Scale, World } from './world.ts'

/** How long the demo world has been there already when it is entered. */
const age = 60 * day

/** How far apart the samples are that the charts of administration are drawn from. */
const apart = 6 * hour

/**
 * Makes the demo world in a data directory that is not there yet, by the verbs that people use and the ledger's own service.
 * Made beside it, and moved when it is whole: what was interrupted is begun anew.
 *
 * @param configFor the configuration with another data directory; sets the environment for the services, too.
 */
export async function fill(
  dataDirectory: string,
  configFor: (dataDirectory: string) => Promise<Config>,
  { log, progress, scale }: { log: Logger; progress: Progress; scale: Scale },
): Promise<void> {
  const unfinished = `${dataDirectory}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const config = await configFor(unfinished)
  const chance = chanceFrom(1962)
  const { icons, items: drawn } = await drawPictures(chance, progress, scale)
  let time = Date.now() - age
  // Thousands of events are nothing to read.
  const economy = await runEconomyService(config, { log, inform: () => undefined, droppedLines: () => 0 })
  try {
    // The product draws what people look like when it has started: a visitor need not wait for it.
    const withoutRenderer = { ...config, Renderer: { ...config.Renderer, Workers: 0 } }
    const platform = await openPlatform(withoutRenderer, log, () => Math.min(time, Date.now()))
    try {
      const passUntil = async (moment: number) => {
        for (let next = startOf(time, apart) + apart; next <= moment; next += apart) {
          time = next
          await takeSample(platform)
        }
        time = moment
      }
      const pass = (minutes: number) => passUntil(time + chance.below(minutes * minute))
      const world: World = { platform, chance, progress, people: [], pass }
      await populate(world, scale)
      await befriend(world)
      await makeGames(world, icons)
      const items = await makeItems(world, drawn)
      await gather(world)
      const owned = await sell(world, items)
      await dress(world, owned)
      // What is on everybody's mind now is of the last days.
      await passUntil(Math.max(time, Date.now() - 5 * day))
      await talk(world)
      await makeTrouble(world, items)
      await passUntil(Date.now())
      // Nobody drew meanwhile, so that everything waited, which it would not have.
      await platform.db.updateTable('samples').set({ renders: 0 }).execute()
    } finally {
      await platform.close()
    }
  } finally {
    await economy.close()
  }
  await rename(unfinished, dataDirectory)
  progress.end()
}
