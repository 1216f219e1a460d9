import { userInfo } from 'node:os'
import { LedgerUnavailable } from '@baseplate/economy/fault'
import { InvalidFields, Refused } from '@baseplate/platform/foundation/errors'
import { CannotStart } from '@baseplate/service/cannot-start'
import { DatabaseUnavailable } from '@baseplate/storage/database/outage'
import { FilesUnavailable } from '@baseplate/storage/files-unavailable'
import { explainStorageFailure } from './explain-s3-failure.ts'

/** Advice for system errors, by their code. */
const machineAdvice: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space and try again.',
  EDQUOT: 'The disk quota is used up. Free some space and try again.',
  EROFS: 'The file system is read-only.',
  EMFILE: 'Too many files are open. Raise the limit (ulimit -n).',
  EIO: 'The disk failed.',
}

/**
 * Describes an error: in one sentence when the operator can fix it, otherwise as a defect of the product with its
 * trace.
 */
export function wordsOf(error: unknown): string {
  if (error instanceof CannotStart || error instanceof Refused) return error.message
  if (error instanceof InvalidFields) return Object.values(error.errors).join('\n')
  if (!(error instanceof Error)) return String(error)
  if (error instanceof FilesUnavailable)
    return `Object storage cannot be used: ${explainStorageFailure(error)}. Run \`baseplate doctor\`.`
  if (error instanceof DatabaseUnavailable)
    return `The database cannot be used: ${error.message}. Run \`baseplate doctor\`.`
  if (error instanceof LedgerUnavailable)
    return `The ledger in PostgreSQL cannot be used: ${error.message}. Run \`baseplate doctor\`.`
  const advice = 'code' in error ? adviceFor(String(error.code)) : undefined
  if (advice !== undefined) return `${advice} (${error.message})`
  return error.stack ?? error.message
}

function adviceFor(code: string): string | undefined {
  if (code !== 'EACCES' && code !== 'EPERM') return machineAdvice[code]
  const user = userName()
  return `Permission denied for the user ${user}. Choose a path that ${user} can use, or run the command as the user who owns it.`
}

/** Returns the name of the user of this process, or in a container without such a name the number. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** Reports why a command ended, to the `baseplate start` that started it or to the operator. */
export function explain(error: unknown): void {
  const message = wordsOf(error)
  if (process.send) process.send({ cannotStart: message })
  else process.stderr.write(`${message}\n`)
}
