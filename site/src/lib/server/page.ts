import type { Actor } from '@baseplate/platform/accounts/rules'
import type { RequestEvent } from '@sveltejs/kit'
import type { Acting } from './as-actor.ts'
import { handles, operationWith } from './operation.ts'
import { type RefusedFields, readList } from './read-list.ts'
import { queryOf } from './request-url.ts'
import { type Callable, fieldsOf, type Params, senderOf, whoActs } from './route-call.ts'

interface Options {
  params?: Params
}

/**
 * Makes the `load` of a page of a use case. The query and the named parts of the address are its input.
 *
 * @param data makes the data of the page of the result
 */
export function page<
  Event extends RequestEvent,
  Who extends Actor | null,
  Result extends object | null,
  Data = Result,
>(
  useCase: Callable<Who, Result>,
  {
    params,
    data,
  }: Options & { data?: (result: Result, acting: Acting<Event, Who>) => Data | Promise<Data> } = {},
): (event: Event) => Promise<NoInfer<Data>> {
  const load = async (event: Event) => {
    const { platform } = event.locals
    const actor = whoActs<Who>(event, useCase)
    const given = { ...queryOf(event), ...fieldsOf(event, params) }
    const result = await useCase(platform, actor, given, senderOf(event))
    // Without `data`, the data is the result.
    return data ? data(result, { platform, actor, event }) : (result as unknown as Data)
  }
  return handles(operationWith(useCase, params), load)
}

/** Makes the `load` of a page with a list. If filters are invalid, it shows the list without them: see `readList`. */
export function listPage<
  Event extends RequestEvent,
  Who extends Actor | null,
  Result extends object | null,
  Data extends object = Result & object,
>(
  useCase: Callable<Who, Result>,
  {
    params,
    filters,
    data,
  }: Options & {
    /** Parameters that the page has a field for; by default, all but the cursor. */
    filters?: readonly string[]
    data?: (result: Result, acting: Acting<Event, Who>) => Data | Promise<Data>
  } = {},
): (event: Event) => Promise<NoInfer<Data> & { refused?: RefusedFields }> {
  const load = async (event: Event) => {
    const { platform } = event.locals
    const actor = whoActs<Who>(event, useCase)
    return readList(
      event,
      async (query) => {
        const result = await useCase(
          platform,
          actor,
          { ...query, ...fieldsOf(event, params) },
          senderOf(event),
        )
        return data ? data(result, { platform, actor, event }) : (result as unknown as Data)
      },
      filters,
    )
  }
  return handles(operationWith(useCase, params), load)
}
