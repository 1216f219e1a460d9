import type { FormFile, Operation, Sender } from '@baseplate/platform/accounts/door'
import type { Actor } from '@baseplate/platform/accounts/rules'
import type { Platform } from '@baseplate/platform/platform'
import type { RequestEvent } from '@sveltejs/kit'
import { asActor } from './as-actor.ts'
import { deviceOf, sessionTokenOf } from './session.ts'
import { providerCookie, signInCookie } from './sign-in-cookie.ts'

/** A use case, as routes call it. */
export interface Callable<Who, Result> extends Operation {
  file?: FormFile<Platform>
  (platform: Platform, actor: Who, input: Record<string, unknown>, sender: Sender): Promise<Result>
}

/** How parts of the address become fields of the input. Functions throw a refusal for a part that can name nothing. */
export type Params = Readonly<Record<string, (segment: string | undefined) => unknown>>

/** Returns the fields that the address gives. */
export function fieldsOf(event: RequestEvent, params: Params = {}): Record<string, unknown> {
  const segments: Readonly<Record<string, string | undefined>> = event.params
  return Object.fromEntries(Object.entries(params).map(([name, read]) => [name, read(segments[name])]))
}

/** Returns the user that a use case runs for. Visitors are redirected to the sign-in, unless it is for them, too. */
export const whoActs = <Who extends Actor | null>(event: RequestEvent, { level }: Operation): Who =>
  (level === undefined ? event.locals.actor : asActor(event, level).actor) as Who

export const senderOf = (event: RequestEvent): Sender => ({
  ...deviceOf(event),
  locale: event.locals.texts.locale,
  sessionToken: sessionTokenOf(event),
  signInToken: signInCookie.read(event),
  providerToken: providerCookie.read(event),
})
