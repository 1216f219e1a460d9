import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from '../sign-in/attacks/challenges.ts'
import { WorkRequired } from '../sign-in/attacks/work.ts'

/** Encodes an answer as the field `work`. */
export const answerOf = (answer: object) => Buffer.from(JSON.stringify(answer)).toString('base64')

/** Solves a challenge as browsers and programs do, and returns the field `work`. */
export async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return answerOf({ challenge, solution })
}

/** Returns the challenge that a request is refused with. */
export async function challengeOf(request: Promise<unknown>): Promise<Challenge> {
  const refusal = await request.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(refusal instanceof WorkRequired)) throw new Error(`no challenge: ${refusal}`)
  return refusal.challenge
}
