import { createHmac, pbkdf2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { parseJson } from '../../foundation/json.ts'

/**
 * Challenges and solutions in the format of ALTCHA's proof of work, version 2, which its solvers understand. Its library for
 * servers would add build tools of the site to the installation (docs/decisions/0033-limits-and-waiting-across-processes.md).
 */

const derive = promisify(pbkdf2)
const algorithm = 'PBKDF2/SHA-256'
/** Iterations of one hash: up to 1 ms of a desktop's processor, beside which a browser's overhead for each hash is small. */
const cost = 1_000
const keyLength = 32

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`))

const challengeSchema = z.object({
  parameters: z.object({
    algorithm: z.literal(algorithm),
    cost: z.literal(cost),
    keyLength: z.literal(keyLength),
    nonce: hex(16),
    salt: hex(16),
    keyPrefix: hex(16),
    /** HMAC of the key that a solver looks for. */
    keySignature: hex(32),
    /** Unix seconds, as ALTCHA has it. */
    expiresAt: z.int(),
    data: z.object({
      purpose: z.enum(['sign-in', 'registration']),
      /** Network that asked for the challenge. */
      network: z.string().max(50),
      level: z.int(),
      /** Unix milliseconds from which the challenge counts without a solution. */
      unsolvedFrom: z.int(),
    }),
  }),
  signature: hex(32),
})

/** Puzzle that a program or a browser solves. */
export type Challenge = z.output<typeof challengeSchema>

export type ChallengeData = Challenge['parameters']['data']

const answerSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.int(), derivedKey: hex(keyLength) }).optional(),
})

export type Answer = z.output<typeof answerSchema>

/** Makes a challenge. Solving it takes `hashes` hashes on average, and making it takes one. */
export async function makeChallenge(
  secret: string,
  { hashes, expiresAt, data }: { hashes: number; expiresAt: number; data: ChallengeData },
): Promise<Challenge> {
  const nonce = randomBytes(16)
  const salt = randomBytes(16)
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(randomInt(2 * hashes))
  const key = await derive(Buffer.concat([nonce, counter]), salt, cost, keyLength, 'sha256')
  const parameters = {
    algorithm,
    cost,
    keyLength,
    nonce: nonce.toString('hex'),
    salt: salt.toString('hex'),
    keyPrefix: key.toString('hex', 0, 16),
    keySignature: sign(secret, key),
    expiresAt,
    data,
  } as const
  return { parameters, signature: sign(secret, signedText(parameters)) }
}

/**
 * Reads the field `work`: base64 of the challenge and the solution as JSON. Returns undefined if it is malformed, or not signed by
 * this platform.
 */
export function readAnswer(secret: string, written: string): Answer | undefined {
  const { data: answer } = answerSchema.safeParse(parseJson(Buffer.from(written, 'base64').toString()))
  if (!answer) return undefined
  const { parameters, signature } = answer.challenge
  return isEqual(sign(secret, signedText(parameters)), signature) ? answer : undefined
}

/** Returns whether an answer has the key that the challenge asks for. */
export const isSolved = (secret: string, { challenge, solution }: Answer): boolean =>
  solution !== undefined &&
  isEqual(sign(secret, Buffer.from(solution.derivedKey, 'hex')), challenge.parameters.keySignature)

const sign = (secret: string, message: string | Buffer) =>
  createHmac('sha256', secret).update(message).digest('hex')

const isEqual = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Lists the values in a fixed order, because solvers in other languages may reorder the JSON of a challenge. */
const signedText = ({ nonce, salt, keyPrefix, keySignature, expiresAt, data }: Challenge['parameters']) =>
  JSON.stringify([
    nonce,
    salt,
    keyPrefix,
    keySignature,
    expiresAt,
    data.purpose,
    data.network,
    data.level,
    data.unsolvedFrom,
  ])
