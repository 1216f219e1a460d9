import { register } from '@baseplate/platform/accounts/registration/register'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { useSession } from '@baseplate/platform/accounts/sessions/sessions'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import type { Chance } from './chance.ts'
import type { Progress } from './progress.ts'

/** Everybody in the demo world has it. */
export const password = 'sails in the harbour'

/** The administrator of the demo world, and its moderator. */
export const administrator = 'Harbourmaster'
export const moderator = 'Lighthouse'

/** Each at home somewhere else, so that limits for one address do not stop a whole world. */
export const deviceOf = (chance: Chance) => ({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  address: `10.${chance.below(250)}.${chance.below(250)}.${1 + chance.below(250)}`,
})

/** How much of a world there is: 1 is all of it, with 300 people, 60 games and 400 items. */
export type Scale = number

/** A platform that is being filled: its clock is set, and moved on by what happens. */
export interface World {
  platform: Platform
  chance: Chance
  progress: Progress
  people: Actor[]
  /** Lets up to so many minutes pass. */
  pass(minutes: number): Promise<void>
}

/** Registers somebody, by the same verb as everybody, and answers them signed in. */
export async function settle(
  { platform, chance }: Pick<World, 'platform' | 'chance'>,
  username: string,
): Promise<Actor> {
  const token = await register(platform, { username, password, cpassword: password }, deviceOf(chance))
  const session = await useSession(platform, token)
  if (!session) throw new Error(`${username} registered, and is not signed in`)
  return session.actor
}

/** Whether something was done, and not refused: as to those who are friends already, or cannot afford it. */
export async function isDone(act: Promise<unknown>): Promise<boolean> {
  try {
    await act
    return true
  } catch (error) {
    if (error instanceof Refused && error.reason === 'invalid') return false
    throw error
  }
}
