import { CannotStart } from '@baseplate/platform/foundation/errors'

/** What a machine says no with that is no fault of ours: no room, no right, no more open files, a disk that fails. */
const ofTheMachine: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EMFILE',
  'EIO',
])

/** What the operator can mend is one sentence; everything else is a fault of ours, with its trace. */
export function wordsOf(error: unknown): string {
  if (error instanceof CannotStart) return error.message
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && ofTheMachine.has(error.code)) return `The machine does not let it: ${error.message}`
  return error.stack ?? error.message
}

/** Says why a command ended, to the `baseplate start` that started it or to the person in front of it. */
export function explain(error: unknown): void {
  const message = wordsOf(error)
  if (process.send) process.send({ cannotStart: message })
  else process.stderr.write(`${message}\n`)
}
