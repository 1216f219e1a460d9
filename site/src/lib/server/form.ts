import { refusalOf } from '@baseplate/platform/foundation/database/outage'
import { InvalidFields, refusalStatus } from '@baseplate/platform/foundation/errors'
import { type ActionFailure, fail, type RequestEvent } from '@sveltejs/kit'
import { readFields } from './body.ts'

/** What a form page is told when a form of it failed. */
export interface FormFailure {
  /** Which form of the page. */
  form: string
  /** One message a field. */
  errors: Record<string, string>
  /** Why the form as a whole was refused. */
  problem?: string
  /** What was typed, without passwords. */
  values: Record<string, string>
}

/** What a form page is told when nothing was done yet: the form as it was filled in, and whether it is asked about. */
export interface FormQuestion {
  form: string
  asked: boolean
  values: Record<string, string>
}

/**
 * A form action: reads the form, does, and turns what the platform refuses into a failure that the page shows
 * at its fields, with what was typed.
 *
 * @param askFirst whether what was entered is asked about before it is done. A script asks by itself; for browsers without one
 * the form says in the field `ask` that the page is to do it.
 */
export function formAction<Event extends RequestEvent, Result extends object | undefined>(
  form: string,
  act: (event: Event, fields: Record<string, string>) => Promise<Result>,
  askFirst: (fields: Record<string, string>) => boolean = () => false,
) {
  return async (
    event: Event,
  ): Promise<(Result & { form: string }) | undefined | FormQuestion | ActionFailure<FormFailure>> => {
    const { ask, ...fields } = await readFields(event.request)
    if (ask === 'not now') return { form, asked: false, values: valuesOf(fields) }
    if (ask !== undefined && askFirst(fields)) return { form, asked: true, values: valuesOf(fields) }
    try {
      const result = await act(event, fields)
      return result && { ...result, form }
    } catch (error) {
      return failureOf(event, form, error, fields)
    }
  }
}

/** @throws what is no refusal */
export function failureOf(
  { locals }: Pick<RequestEvent, 'locals'>,
  form: string,
  error: unknown,
  fields: Record<string, string>,
): ActionFailure<FormFailure> {
  const values = valuesOf(fields)
  if (error instanceof InvalidFields) return fail(400, { form, errors: { ...error.errors }, values })
  const refused = refusalOf(error)
  if (refused) {
    if (refused.retryAfter !== undefined) locals.retryAfter = refused.retryAfter
    return fail(refusalStatus[refused.reason], { form, errors: {}, problem: refused.message, values })
  }
  throw error
}

const valuesOf = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes('password')))
