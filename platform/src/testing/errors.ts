import { expect } from 'vitest'
import { InvalidFields } from '../foundation/errors.ts'

/** The messages by field that an attempt is refused with. */
export async function errorsOf(attempt: Promise<unknown>): Promise<Record<string, string>> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(InvalidFields)
  return { ...(error as InvalidFields).errors }
}
