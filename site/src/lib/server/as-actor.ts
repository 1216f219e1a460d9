import { type Actor, permissionLevel } from '@baseplate/platform/accounts/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { rememberDestination } from './destination.ts'
import { type HandledOperation, handles } from './operation.ts'

/** Arguments of the handler of a user. */
export interface Acting<Event, Who = Actor> {
  platform: Platform
  actor: Who
  event: Event
}

/**
 * Returns what a route acts with: the running platform and the signed-in user. Visitors are redirected to `/login`, and come
 * back after signing in. Users below the level get a 403. Every load and every action of a protected page calls this, except
 * a load that only returns the data of its layout.
 */
export function asActor(
  event: RequestEvent,
  level: number = permissionLevel.user,
): { platform: Platform; actor: Actor } {
  const { platform, actor } = event.locals
  if (!actor) {
    rememberDestination(event)
    redirect(302, '/login')
  }
  if (actor.permissionLevel < level) throw new Refused('site.level_too_low')
  return { platform, actor }
}

/** Notes the use case of a handler for signed-in users, or users of a level, and runs the handler only as one of them. */
export function forUsers<Event extends RequestEvent, Result>(
  operation: HandledOperation,
  handler: (acting: Acting<Event>) => Result,
): (event: Event) => Result {
  const { level = permissionLevel.user } = operation
  return handles({ ...operation, level }, (event: Event) => handler({ ...asActor(event, level), event }))
}
