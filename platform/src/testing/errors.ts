import { expect } from 'vitest'
import { InvalidFields } from '../foundation/errors.ts'

/** Returns the messages by field that reject an attempt. */
export async function errorsOf(attempt: Promise<unknown>): Promise<Record<string, string>> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(InvalidFields)
  return { ...(error as InvalidFields).errors }
}
