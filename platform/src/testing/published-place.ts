import type { Actor } from '../accounts/rules.ts'
import { createPlace } from '../places/create.ts'
import { publishPlace } from '../places/publish.ts'
import type { Platform } from '../platform.ts'

/** Creates a place that lists show, although it has no file. */
export async function createPublishedPlace(platform: Platform, maker: Actor, input: Record<string, unknown>) {
  const place = await createPlace(platform, maker, input)
  await publishPlace(platform, maker, { id: place.id })
  return place
}
