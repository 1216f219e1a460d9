import { CannotStart, InvalidFields, Refused } from '@baseplate/platform/foundation/errors'

/** What the operator can do about an error of the machine, by its code. */
const machineAdvice: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space and try again.',
  EDQUOT: 'The disk quota is used up. Free some space and try again.',
  EACCES: 'Permission denied. Run the command as the user that the product runs as.',
  EPERM: 'Permission denied. Run the command as the user that the product runs as.',
  EROFS: 'The file system is read-only.',
  EMFILE: 'Too many files are open. Raise the limit (ulimit -n).',
  EIO: 'The disk failed.',
}

/** What the operator can mend is one sentence; everything else is a fault of ours, with its trace. */
export function wordsOf(error: unknown): string {
  if (error instanceof CannotStart || error instanceof Refused) return error.message
  if (error instanceof InvalidFields) return Object.values(error.errors).join('\n')
  if (!(error instanceof Error)) return String(error)
  const advice = 'code' in error ? machineAdvice[String(error.code)] : undefined
  if (advice !== undefined) return `${advice} (${error.message})`
  return error.stack ?? error.message
}

/** Says why a command ended, to the `baseplate start` that started it or to the person in front of it. */
export function explain(error: unknown): void {
  const message = wordsOf(error)
  if (process.send) process.send({ cannotStart: message })
  else process.stderr.write(`${message}\n`)
}
