/** Attempts that race for one limit: enough that a missing lock shows on every run. */
const contenders = 40

/**
 * Starts forty attempts at the same moment and counts the successful ones. The others must all be refused for the same reason.
 *
 * @throws when a refused attempt failed with another error than the one expected.
 */
export async function successesAtOnce(
  attempt: (index: number) => Promise<unknown>,
  isExpected: (error: Error) => boolean,
): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: contenders }, (_, index) => attempt(index)))
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  for (const failure of failures) if (!(failure instanceof Error && isExpected(failure))) throw failure
  return contenders - failures.length
}
