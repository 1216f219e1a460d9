import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refused } from '../../foundation/errors.ts'

const derive = promisify(argon2)

/**
 * Argon2id with 7 MiB, five passes, one lane: of the settings that OWASP's Password Storage Cheat Sheet calls equally
 * strong, the one that takes the least of a processor, in whose cache it stays (23 ms against 29 with 19 MiB and two
 * passes). Stored with each hash.
 */
const parameters = { memory: 7_168, passes: 5, parallelism: 1 }
const tagLength = 32

/** Node's pool has four threads, which files and host names are waited for too: two of them stay free. */
const derivedAtOnce = 2

/** Who would have to wait longer than this is told so at once. */
const patienceMs = 4_000

const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * The hash in the PHC string format (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). Runs in Node's thread pool.
 *
 * @throws Refused `busy` when too many passwords wait for it, here and in the other functions.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await inTurn(() => derive('argon2id', { message: password, nonce, ...parameters, tagLength }))
  return written(nonce, tag)
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = format.exec(hash) ?? []
  if (!salt || !expected) throw new Error('a stored password hash is damaged')
  const tag = Buffer.from(expected, 'base64')
  const given = await inTurn(() =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: tag.length,
    }),
  )
  return timingSafeEqual(given, tag)
}

/**
 * Whether a hash was made with weaker parameters than today's, so that the next login should replace it. Argon2's work is
 * its memory times its passes (RFC 9106, section 3.2).
 */
export function isWeakHash(hash: string): boolean {
  const [, memory, passes] = format.exec(hash) ?? []
  return Number(memory) * Number(passes) < parameters.memory * parameters.passes
}

/** No password has this hash, or none that anybody will find. */
const hashOfNobody = written(randomBytes(16), randomBytes(tagLength))

/** Takes as long as a real check, so that a login does not tell whether the name exists. Never true. */
export async function verifyNothing(password: string): Promise<false> {
  await verifyPassword(password, hashOfNobody)
  return false
}

let deriving = 0
/** What one takes on this machine, as it is now. */
let averageMs = 30
const waiting: (() => void)[] = []

/** How many passwords wait to be looked at, in this process. */
export const waitingPasswords = () => waiting.length

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (deriving < derivedAtOnce) deriving++
  else if ((waiting.length * averageMs) / derivedAtOnce > patienceMs) {
    throw new Refused('busy', 'Too many people are signing in at this moment. Try again in a few seconds.')
  } else await new Promise<void>((resolve) => waiting.push(resolve))
  const started = performance.now()
  try {
    return await work()
  } finally {
    averageMs += (performance.now() - started - averageMs) / 10
    // The turn is handed on; only when nobody waits does it end.
    const next = waiting.shift()
    if (next) next()
    else deriving--
  }
}

function written(nonce: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** The PHC string format writes base64 without its padding. */
function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
