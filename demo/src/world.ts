import type { Actor } from '@baseplate/platform/accounts/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import { register, setupSecretOf, useSession } from '@baseplate/platform/sign-in/door'
import type { Chance } from './chance.ts'
import type { Progress } from './progress.ts'

/** The password of every account of the demo world. */
export const password = 'sails in the harbour'

/** The administrator and moderator of the demo world. */
export const administrator = 'Harbourmaster'
export const moderator = 'Lighthouse'

/** Returns another IP address each time, so that limits per address do not apply. */
export const deviceOf = (chance: Chance) => ({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  address: `10.${chance.below(250)}.${chance.below(250)}.${1 + chance.below(250)}`,
})

/** Size of the world: 1 is 300 people, 60 games and 400 items. */
export type Scale = number

/** A platform being filled, with a simulated clock. */
export interface World {
  platform: Platform
  chance: Chance
  progress: Progress
  people: Actor[]
  /** Advances the clock by up to this many minutes. */
  pass(minutes: number): Promise<void>
  /** Advances the clock to a moment. */
  passUntil(moment: number): Promise<void>
}

/** Registers a user with the usual verb, and returns them signed in. */
export async function registerPerson(
  { platform, chance }: Pick<World, 'platform' | 'chance'>,
  username: string,
): Promise<Actor> {
  const setup = await setupSecretOf(platform)
  const form = { username, password, cpassword: password, setup }
  const token = await register(platform, null, form, deviceOf(chance))
  const session = await useSession(platform, token)
  if (!session) throw new Error(`${username} registered but is not signed in`)
  // They act for months of the simulated clock, in the session of their registration.
  return { ...session.actor, proved: Number.POSITIVE_INFINITY }
}

/** Returns whether an action succeeded. Refusals, such as between friends or for lack of money, are expected. */
export async function succeeds(act: Promise<unknown>): Promise<boolean> {
  try {
    await act
    return true
  } catch (error) {
    if (error instanceof Refused && error.reason === 'invalid') return false
    throw error
  }
}
