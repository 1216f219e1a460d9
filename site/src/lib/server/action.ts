import type { Actor } from '@baseplate/platform/accounts/rules'
import type { RequestEvent } from '@sveltejs/kit'
import type { Acting } from './as-actor.ts'
import { fileAction, formAction } from './form.ts'
import { handles, operationWith } from './operation.ts'
import { withProof } from './proven-action.ts'
import { type Callable, fieldsOf, type Params, senderOf, whoActs } from './route-call.ts'

type Fields = Record<string, string>

interface Options {
  params?: Params
  /** Whether these fields need a confirmation: see `formAction`. */
  asks?: (fields: Fields) => boolean
}

/** Returns what the page shows when the use case has succeeded, such as a message, or throws a redirect. */
type Done<Event, Who, Result, Shown> = (
  result: Result,
  acting: Acting<Event, Who>,
  fields: Fields,
) => Shown | Promise<Shown>

/** A result that is shown as it is. */
type Plain<Result> = Result extends object ? Result : undefined

/**
 * Makes a form action of a use case. The fields of the form, its file and the named parts of the address are its input.
 *
 * @param form name of the form
 * @param done by default, the result is shown as it is
 */
export function action<
  Event extends RequestEvent,
  Who extends Actor | null,
  Result,
  Shown extends object | undefined = Plain<Result>,
>(
  form: string,
  useCase: Callable<Who, Result>,
  { params, asks, done }: Options & { done?: Done<Event, Who, Result, Shown> } = {},
) {
  const act = async (event: Event, fields: Fields, actor: Who, files: object = {}) => {
    const { platform } = event.locals
    const given = { ...fields, ...files, ...fieldsOf(event, params) }
    const result = await useCase(platform, actor, given, senderOf(event))
    // A failure of `done` comes after the change.
    event.locals.hasActed = true
    // Without `done`, the result is shown.
    return done ? done(result, { platform, actor, event }, fields) : (result as unknown as Shown)
  }
  const { file: sent, level } = useCase
  if (sent)
    return handles(
      operationWith(useCase, params),
      fileAction<Event, NoInfer<Shown>>(form, { ...sent, level }, ({ event, actor }, fields, file) =>
        act(event, fields, actor as Actor & Who, { [sent.field]: file }),
      ),
    )
  // The type of all actions of a page says nothing about the result of one.
  const handler = formAction<Event, NoInfer<Shown>>(
    form,
    (event, fields) => {
      const actor = whoActs<Who>(event, useCase)
      if (!useCase.proof || !actor) return act(event, fields, actor)
      return withProof(event, actor, fields, (proved, rest) => act(event, rest, proved as Who & Actor))
    },
    asks,
  )
  return handles(operationWith(useCase, params), handler)
}
