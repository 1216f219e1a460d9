import { getContext, setContext } from 'svelte'

/** What a form action answers, whichever page it is of. Failures have `errors`; successes a `message` at most. */
export type FormResult = {
  /** Which form of the page. */
  form?: string
  /** One message a field. */
  errors?: Record<string, string>
  /** Why the form as a whole was refused. */
  problem?: string
  /** What was typed, without passwords. */
  values?: Record<string, string>
  /** What has been done. */
  message?: string
  /** It was not done: it is asked about first, as no script has. */
  asked?: boolean
}

/** What the fields of a form know of it. */
export interface FormState {
  readonly errors: Record<string, string>
  readonly values: Record<string, string>
}

const key = Symbol('form')

export const provideFormState = (state: FormState) => setContext(key, state)

/** A field can stand alone too, in a form that only filters. */
export const nearestFormState = (): FormState | undefined => getContext<FormState | undefined>(key)
