import type { Actor } from '@baseplate/platform/accounts/rules'
import { InvalidFields } from '@baseplate/platform/foundation/errors'
import type { Problem } from '@baseplate/platform/foundation/problem'
import { refusalStatus } from '@baseplate/platform/foundation/refusal-status'
import { refusalOf } from '@baseplate/platform/foundation/unavailable'
import type { Platform } from '@baseplate/platform/platform'
import { type Challenge, WorkRequired } from '@baseplate/platform/sign-in/door'
import { type ActionFailure, fail, type RequestEvent } from '@sveltejs/kit'
import { type Acting, asActor } from './as-actor.ts'
import { readFields, readFieldsAndFile } from './body.ts'
import { textOf } from './language.ts'
import { leadBack } from './lead-back.ts'
import { logUnavailable } from './log-unavailable.ts'

type Fields = Record<string, string>

/** The result of a form that failed, as the page shows it. */
interface FormFailure {
  /** The name of the form, because a page may have several. */
  form: string
  /** One message for each field, in the language of the page. */
  errors: Record<string, string>
  /** Why the form as a whole was refused, in the language of the page. */
  problem?: string
  /** The code and the values behind each message in `errors`. */
  problems: Record<string, Problem>
  /** The code and the values behind `problem`. */
  refusal?: Problem
  /** A proof of work. The form can be sent again with its solution in the field `work`. */
  challenge?: Challenge
  /** Whether the form had a proof of the user's identity, which the page has to ask for again. */
  proof?: boolean
  /** The submitted values, without passwords. */
  values: Fields
}

/** The result of a form that needs a confirmation first. Nothing has been done yet. */
interface FormQuestion {
  form: string
  /** Whether the page asks for the confirmation; otherwise the user has cancelled. */
  asked: boolean
  values: Fields
}

type FormResult<Result> = (Result & { form: string }) | undefined | FormQuestion | ActionFailure<FormFailure>

/**
 * Makes a form action: reads the form, runs `act`, and turns refusals of the platform into a failure that the page shows at
 * the form's fields.
 *
 * @param askFirst whether these fields need a confirmation. With scripts, the browser asks. Without them, the form's field
 * `ask` makes the page ask.
 */
export function formAction<Event extends RequestEvent, Result extends object | undefined>(
  form: string,
  act: (event: Event, fields: Fields) => Promise<Result>,
  askFirst: (fields: Fields) => boolean = () => false,
) {
  return async (event: Event): Promise<FormResult<Result>> => {
    const { ask, ...fields } = await readFields(event.request)
    if (ask === 'not now') return { form, asked: false, values: valuesOf(fields) }
    // A proof of identity follows a request that was confirmed.
    if (ask !== undefined && fields.proofpassword === undefined && askFirst(fields))
      return { form, asked: true, values: valuesOf(fields) }
    return outcomeOf(event, form, fields, () => act(event, fields))
  }
}

/** Makes a form action for signed-in users. */
export const actorAction = <Event extends RequestEvent, Result extends object | undefined>(
  form: string,
  act: (acting: Acting<Event>, fields: Fields) => Promise<Result>,
  askFirst?: (fields: Fields) => boolean,
) => formAction(form, (event: Event, fields) => act({ ...asActor(event), event }, fields), askFirst)

/** Makes a form action for users of a permission level and above. */
export const staffAction = <Event extends RequestEvent, Result extends object | undefined>(
  level: number,
  form: string,
  act: (acting: Acting<Event>, fields: Fields) => Promise<Result>,
  askFirst?: (fields: Fields) => boolean,
) => formAction(form, (event: Event, fields) => act({ ...asActor(event, level), event }, fields), askFirst)

/** Makes a form action for signed-in users, or users of a level. The form has one small file, which is read into memory. */
export const fileAction =
  <Event extends RequestEvent, Result extends object | undefined>(
    form: string,
    { field, maxBytes, level, permit }: FileOptions,
    act: (acting: Acting<Event>, fields: Fields, file: SubmittedFile) => Promise<Result>,
  ) =>
  async (event: Event): Promise<FormResult<Result>> => {
    const acting = { ...asActor(event, level), event }
    const { platform, actor } = acting
    let hasSlot = false
    try {
      await permit?.(platform, actor)
      return await platform.fileForms.run(actor.id, async () => {
        hasSlot = true
        const { fields, file } = await readFieldsAndFile(event.request, field, maxBytes)
        return outcomeOf(event, form, fields, () => act(acting, fields, file))
      })
    } catch (error) {
      if (hasSlot) throw error
      return failureOf(event, form, {}, error)
    }
  }

interface FileOptions {
  field: string
  maxBytes: number
  level?: number | undefined
  /** Checks what can be known before the file arrives. @throws Refused */
  permit?: (platform: Platform, actor: Actor) => Promise<void>
}

type SubmittedFile = Awaited<ReturnType<typeof readFieldsAndFile>>['file']

/**
 * Runs a form's action and returns its result with the form's name. Turns a refusal of the platform into a failure. An action
 * that can fail after it has changed something sets `hasActed` itself. A browser without scripts is led back to the page of the form.
 *
 * @throws any error that is not a refusal
 */
export async function outcomeOf<Result extends object | undefined>(
  event: RequestEvent,
  form: string,
  fields: Fields,
  act: () => Promise<Result>,
): Promise<(Result & { form: string }) | undefined | ActionFailure<FormFailure>> {
  let result: Result
  try {
    result = await act()
  } catch (error) {
    return failureOf(event, form, fields, error)
  }
  event.locals.hasActed = true
  leadBack(event, form, result)
  return result && { ...result, form }
}

/** Returns the failure of a form that the platform has refused. @throws any other error */
function failureOf(
  event: Pick<RequestEvent, 'locals' | 'request' | 'route'>,
  form: string,
  fields: Fields,
  error: unknown,
): ActionFailure<FormFailure> {
  const { locals } = event
  const values = valuesOf(fields)
  if (error instanceof InvalidFields) {
    const problems = { ...error.problems }
    const errors = Object.fromEntries(Object.entries(problems).map(([field, of]) => [field, textOf(of)]))
    return fail(400, { form, errors, problems, values })
  }
  logUnavailable(event, error, 'a form')
  const refused = refusalOf(error, { isChanged: locals.hasActed === true })
  if (!refused) throw error
  if (refused.retryAfter !== undefined) locals.retryAfter = refused.retryAfter
  const { problem: refusal, reason } = refused
  return fail(refusalStatus[reason], {
    form,
    errors: {},
    problem: textOf(refusal),
    problems: {},
    refusal,
    values,
    ...(refused instanceof WorkRequired && {
      challenge: refused.challenge,
      proof: fields.proofpassword !== undefined,
    }),
  })
}

const valuesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes('password') && name !== 'work'))
