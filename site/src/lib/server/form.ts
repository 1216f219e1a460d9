import { InvalidFields, Refused } from '@baseplate/platform/foundation/errors'
import { type ActionFailure, fail, type RequestEvent } from '@sveltejs/kit'
import { readFields } from './body.ts'
import { statusOf } from './refusals.ts'

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

/**
 * A form action: reads the form, does, and turns what the platform refuses into a failure that the page shows
 * at its fields, with what was typed.
 */
export function formAction<Event extends RequestEvent, Result extends object | undefined>(
  form: string,
  act: (event: Event, fields: Record<string, string>) => Promise<Result>,
) {
  return async (
    event: Event,
  ): Promise<(Result & { form: string }) | undefined | ActionFailure<FormFailure>> => {
    const fields = await readFields(event.request)
    try {
      const result = await act(event, fields)
      return result && { ...result, form }
    } catch (error) {
      return failureOf(form, error, fields)
    }
  }
}

/** @throws what is no refusal */
export function failureOf(
  form: string,
  error: unknown,
  fields: Record<string, string>,
): ActionFailure<FormFailure> {
  const values = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes('password')))
  if (error instanceof InvalidFields) return fail(400, { form, errors: { ...error.errors }, values })
  if (error instanceof Refused)
    return fail(statusOf(error), { form, errors: {}, problem: error.message, values })
  throw error
}
