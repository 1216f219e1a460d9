import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refused } from '../../foundation/errors.ts'

const derive = promisify(argon2)

/**
 * Argon2id with 7 MiB, five passes and one lane. OWASP's Password Storage Cheat Sheet lists several equally strong settings.
 * This one takes the least processor time, because it fits the processor's cache. Stored with each hash.
 */
const parameters = { memory: 7_168, passes: 5, parallelism: 1 }
const tagLength = 32

/** Two of the four threads of Node's pool stay free for files and host names. */
const maxConcurrent = 2

/** A hash that would wait longer than this is refused at once. */
const maxWaitMs = 4_000

const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Returns the hash in the PHC string format (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). Runs in Node's thread pool.
 *
 * @throws Refused `busy` when too many hashes are queued. The functions that verify throw it too.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await enqueue(() => derive('argon2id', { message: password, nonce, ...parameters, tagLength }))
  return formatHash(nonce, tag)
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = format.exec(hash) ?? []
  if (!salt || !expected) throw new Error('a stored password hash is damaged')
  const tag = Buffer.from(expected, 'base64')
  const derived = await enqueue(() =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: tag.length,
    }),
  )
  return timingSafeEqual(derived, tag)
}

/**
 * Returns whether a hash was made with weaker parameters than today's, so that the next login should replace it. Argon2's
 * work is its memory times its passes (RFC 9106, section 3.2).
 */
export function isWeakHash(hash: string): boolean {
  const [, memory, passes] = format.exec(hash) ?? []
  return Number(memory) * Number(passes) < parameters.memory * parameters.passes
}

const decoyHash = formatHash(randomBytes(16), randomBytes(tagLength))

/** The salt of accounts without a password. */
const noSalt = Buffer.alloc(16)

/** Returns the hash of an account without a password. Verifying it takes the usual time, and no password is right. */
export const noPassword = (): string => formatHash(noSalt, randomBytes(tagLength))

/** Whether an account has a password. */
export const hasPassword = (hash: string): boolean => format.exec(hash)?.[4] !== unpadded(noSalt)

/** Takes as long as a real verification, so that the time of a login does not reveal whether the account exists. */
export async function verifyNothing(password: string): Promise<false> {
  await verifyPassword(password, decoyHash)
  return false
}

let running = 0
/** Moving average of the time that one hash takes. */
let averageMs = 30
const queue: (() => void)[] = []

/** Returns the number of hashes queued in this process. */
export const countQueuedHashes = () => queue.length

async function enqueue<T>(work: () => Promise<T>): Promise<T> {
  if (running < maxConcurrent) running++
  else if ((queue.length * averageMs) / maxConcurrent > maxWaitMs) {
    throw new Refused('accounts.sign_in_busy')
  } else await new Promise<void>((resolve) => queue.push(resolve))
  const started = performance.now()
  try {
    return await work()
  } finally {
    averageMs += (performance.now() - started - averageMs) / 10
    // Hands the slot to the next in the queue. The slot is free only when the queue is empty.
    const next = queue.shift()
    if (next) next()
    else running--
  }
}

function formatHash(nonce: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** The PHC string format writes base64 without its padding. */
function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
