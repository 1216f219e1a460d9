import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. Stored with each hash. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** The hash in the PHC string format (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). Runs in Node's thread pool. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const { memory, passes, parallelism } = parameters
  const tag = await derive('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = format.exec(hash) ?? []
  if (!salt || !expected) throw new Error('a stored password hash is damaged')
  const tag = Buffer.from(expected, 'base64')
  const given = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  })
  return timingSafeEqual(given, tag)
}

let hashOfNobody: Promise<string> | undefined

/** Takes as long as a real check, so that a login does not tell whether the name exists. Never true. */
export async function verifyNothing(password: string): Promise<false> {
  hashOfNobody ??= hashPassword(randomBytes(16).toString('hex'))
  await verifyPassword(password, await hashOfNobody)
  return false
}

/** The PHC string format writes base64 without its padding. */
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
