import { randomBytes } from 'node:crypto'
import { type Clock, second } from '@baseplate/service/clock'
import { addressGroup, networkOf } from '@baseplate/service/network/address-group'
import { isPostgres } from '@baseplate/storage/database/dialect'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { findOrMakeSecret } from '../../installation/door.ts'
import {
  type Answer,
  type Challenge,
  type ChallengeData,
  isSolved,
  makeChallenge,
  readAnswer,
} from './challenges.ts'
import { challengeLifetime, hashesOf, isEnough, unsolvedWait, usedLifetime } from './rules.ts'

/** The client must repeat the request with the solution of a challenge. */
export class WorkRequired extends Refused {
  readonly challenge: Challenge

  constructor(challenge: Challenge) {
    super('accounts.work_required', { seconds: unsolvedWait / second })
    this.challenge = challenge
    this.retryIn(unsolvedWait / second)
  }
}

interface Demand {
  purpose: ChallengeData['purpose']
  address: string
  /** From `levelOf`. */
  level: number
  /** The request's field `work`. */
  answer: string | undefined
}

export interface Work {
  /**
   * Takes the solution of a challenge, which counts once. After a minute, the challenge counts without a solution, once per minute
   * and address. Returns the level of the challenge.
   *
   * @throws WorkRequired without a solution, or with one of too low a level.
   */
  demand(demand: Demand): Promise<number>
}

/** Makes challenges that any process can check. On SQLite, which has one process, a restart ends them. */
export function createWork({
  db,
  now,
  config,
  limitCounts,
}: {
  db: Db
  now: Clock
  config: Pick<Config, 'Security'>
  limitCounts: LimitCounts
}): Work {
  const make = () => randomBytes(32).toString('base64url')
  let secret: Promise<string> | undefined
  const readSecret = () => {
    secret ??= (
      isPostgres(db) ? findOrMakeSecret(db, 'work-key', async () => make()) : Promise.resolve(make())
    ).catch((error: unknown) => {
      secret = undefined
      throw error
    })
    return secret
  }

  /** Counts one use. Returns whether it is the first within the time. */
  const isFirst = async (key: string, ms: number) => (await limitCounts.add(key, ms)).count === 1

  /** Uses a challenge up. Returns whether it was unused. */
  const isUnused = (nonce: string) => isFirst(`work ${nonce}`, usedLifetime)

  async function isDone(answer: Answer, address: string): Promise<boolean> {
    const { parameters } = answer.challenge
    if (isSolved(await readSecret(), answer)) return isUnused(parameters.nonce)
    return (
      answer.solution === undefined &&
      now() >= parameters.data.unsolvedFrom &&
      (await isFirst(`unsolved ${addressGroup(address)}`, unsolvedWait)) &&
      isUnused(parameters.nonce)
    )
  }

  return {
    async demand({ purpose, address, level, answer: written }) {
      const key = await readSecret()
      const network = networkOf(address)
      const answer = written === undefined ? undefined : readAnswer(key, written)
      if (answer) {
        const { data, expiresAt } = answer.challenge.parameters
        const fits = data.purpose === purpose && data.network === network && isEnough(data.level, level)
        if (fits && now() < expiresAt * second && (await isDone(answer, address))) return data.level
      }
      const expiresAt = Math.floor((now() + challengeLifetime) / second)
      const data = { purpose, network, level, unsolvedFrom: now() + unsolvedWait }
      const hashes = hashesOf(level, config.Security.WorkHashes)
      throw new WorkRequired(await makeChallenge(key, { hashes, expiresAt, data }))
    },
  }
}
