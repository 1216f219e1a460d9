import { CannotStart } from '@baseplate/platform/foundation/errors'

/** Says why a command ended, to the `baseplate start` that started it or to the person in front of it. */
export function explain(error: unknown): void {
  // What the operator can mend is one sentence; everything else is a fault of ours, with its trace.
  const message =
    error instanceof CannotStart ? error.message : error instanceof Error ? error.stack : String(error)
  if (process.send) process.send({ cannotStart: message })
  else process.stderr.write(`${message}\n`)
}
