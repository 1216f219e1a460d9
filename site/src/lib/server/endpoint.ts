import type { Actor } from '@baseplate/platform/accounts/rules'
import type { RequestEvent } from '@sveltejs/kit'
import type { Acting } from './as-actor.ts'
import { handles, operationWith } from './operation.ts'
import { queryOf } from './request-url.ts'
import { type Callable, fieldsOf, type Params, senderOf, whoActs } from './route-call.ts'

/** Makes the handler of an endpoint of a use case. The query and the named parts of the address are its input. */
export function endpoint<Event extends RequestEvent, Who extends Actor | null, Result>(
  useCase: Callable<Who, Result>,
  respond: (result: Result, acting: Acting<Event, Who>) => Response | Promise<Response>,
  params: Params = {},
): (event: Event) => Promise<Response> {
  const handler = async (event: Event) => {
    const { platform } = event.locals
    const actor = whoActs<Who>(event, useCase)
    const input = { ...queryOf(event), ...fieldsOf(event, params) }
    return respond(await useCase(platform, actor, input, senderOf(event)), { platform, actor, event })
  }
  return handles(operationWith(useCase, params), handler)
}
