import { page } from '$app/state'
import type { FormResult } from './form-state.ts'

/**
 * Returns the result of the form with this name. Without scripts, the action has led back to the page of the form, which has its
 * message.
 */
export const resultOf = (form: string, result: FormResult | null | undefined): FormResult | undefined =>
  [result, page.data.done].find((shown) => shown?.form === form) ?? undefined
