import { minetestProfile } from '@baseplate/minetest/profile'
import { z } from 'zod'
import { foundationConfig } from '../foundation/config/groups.ts'
import { placesConfig } from '../places/config.ts'

/** The keys that decide what a profile sets. */
const deciding = z.looseObject({
  Engine: placesConfig.Engine,
  Name: foundationConfig.Name,
  Gameservers: z.looseObject({ Hosting: placesConfig.Gameservers.unwrap().shape.Hosting }).prefault({}),
})

const group = z.record(z.string(), z.unknown())

/**
 * Adds what the configured engine sets below the operator's own values (docs/decisions/0087-an-engine-is-a-profile.md). Values that are
 * invalid stay as they are, for the check of the whole configuration.
 *
 * @param root folder of the product
 */
export function withProfile(written: unknown, root: string): unknown {
  const { data } = deciding.safeParse(written)
  if (data?.Engine !== 'minetest') return written
  const profile = minetestProfile({
    root,
    node: process.execPath,
    name: data.Name,
    runsServers: data.Gameservers.Hosting !== 'Selfhosted',
  })
  const merged = group.parse(written)
  for (const [name, values] of Object.entries(profile)) {
    const own = group.optional().safeParse(merged[name])
    if (own.success) merged[name] = { ...values, ...own.data }
  }
  return merged
}
