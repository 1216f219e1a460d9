import type { Config } from '@baseplate/platform/foundation/config/schema'
import { Refused } from '@baseplate/platform/foundation/errors'

/** Returns whether makers can start from a template. Its game is for one engine. */
export const offersTemplate = ({ Engine }: Pick<Config, 'Engine'>): boolean => Engine === 'minetest'

/** @throws Refused `missing`: the engine of this platform has no template */
export function requireTemplate(config: Pick<Config, 'Engine'>): void {
  if (!offersTemplate(config)) throw new Refused('site.not_found')
}
