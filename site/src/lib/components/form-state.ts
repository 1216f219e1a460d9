import type { Challenge } from '@baseplate/platform/sign-in/door'
import { getContext, setContext } from 'svelte'

/** The result of a form action, as forms read it. Pages may add fields of their own. */
export type FormResult = {
  /** Name of the form. */
  form?: string
  /** One message per field. */
  errors?: Record<string, string>
  /** The codes behind `errors`. */
  problems?: Record<string, { code: string }>
  /** Why the form as a whole was refused. */
  problem?: string
  /** Submitted values, without passwords. */
  values?: Record<string, string>
  /** The code behind `problem`. */
  refusal?: { code: string }
  /** A proof of work. The form can be sent again with its solution. */
  challenge?: Challenge
  /** Whether the form has to be sent again with a proof of the user's identity. */
  proof?: boolean
  /** Success message. */
  message?: string
  /** Whether the page asks for a confirmation, because there is no JavaScript to ask. */
  asked?: boolean
}

/**
 * Returns the messages of a form by the field that shows them. The interface for programs has the message about two different
 * passwords at the first one. A reader looks for it at the repetition, which is the one to type again.
 */
export function messagesByField({ errors = {}, problems = {} }: FormResult): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => {
      const differs = problems[field]?.code === 'accounts.passwords_differ' && field === 'password'
      return [differs ? 'cpassword' : field, message]
    }),
  )
}

/** The part of a form's state that its fields read. */
interface FormState {
  readonly errors: Record<string, string>
  readonly values: Record<string, string>
}

const key = Symbol('form')

export const provideFormState = (state: FormState) => setContext(key, state)

/** Undefined outside a `Form`, as in filters. */
export const nearestFormState = (): FormState | undefined => getContext<FormState | undefined>(key)
