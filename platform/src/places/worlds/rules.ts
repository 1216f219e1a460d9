import { day } from '@baseplate/service/clock'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import { isDedicated, keepsWorlds } from '../servers/rules.ts'

export const worldsFolder = 'worlds'
export const worldFileName = (file: string) => `${worldsFolder}/${file}`

/** Time after the end of a run in which its world is still accepted, because the site may have been unavailable. */
export const lateWorldMs = 7 * day

type Keeping = Pick<Config, 'Engine' | 'Places' | 'Gameservers'>

/** Whether the platform runs the servers of a place, and stores their world. */
export const hasWorlds = (place: { dedicated: number }, config: Keeping): boolean =>
  keepsWorlds(config) && isDedicated(place, config.Gameservers.Hosting)

/** @throws Refused `missing`: the platform stores no worlds of the place. */
export function requireWorlds(place: { dedicated: number }, config: Keeping): void {
  if (!hasWorlds(place, config)) throw new Refused('places.worlds_unavailable')
}

export const worldNotKept = () => new Refused('places.world_not_kept')
export const worldOutdated = () => new Refused('places.world_outdated')
