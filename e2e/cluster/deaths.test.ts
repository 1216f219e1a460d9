import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeCast } from '../support/deaths/cast.ts'
import {
  expectConsistent,
  expectCreated,
  expectPlaying,
  expectPurchases,
  expectVotes,
} from '../support/deaths/checks.ts'
import { inflict, scheduleFaults } from '../support/deaths/faults.ts'
import { startHistory } from '../support/deaths/history.ts'
import { runLoad } from '../support/deaths/load.ts'
import { startMortalSites } from '../support/deaths/mortal-sites.ts'
import { follow } from '../support/deaths/streams.ts'
import { hasObjectStore } from '../support/object-store.ts'

/** `npm run deaths` sets five minutes. */
const seconds = Number(process.env.DEATHS_SECONDS ?? 14)

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

/** Time for the start, for repairs and for the checks. */
const aroundMs = 480_000

describe.skipIf(!hasObjectStore)('deaths', () => {
  test(
    'of one of three sites or its connections, each second, lose and repeat nothing',
    async () => {
      const say = (text: string) => process.stdout.write(`${text}\n`)
      say(`deaths: ${seconds} seconds, repeat with SEED=${seed}`)
      const product = await startMortalSites()
      onTestFinished(product.stop)
      const cast = await makeCast(product, seconds * 7)
      onTestFinished(cast.close)
      const history = startHistory()
      const followers = [follow(product.baseUrl, cast.maker), follow(product.baseUrl, cast.maker)]
      let isOver = false
      const load = runLoad(product, cast, history, () => isOver)
      const dying = inflict(product, scheduleFaults(seconds, seed), say, () => isOver)
      onTestFinished(async () => {
        isOver = true
        await dying
      })
      await Promise.race([dying, load])
      isOver = true
      await Promise.all([dying, load])

      // A payment without an answer is retried after a back-off, which a test need not wait for.
      await sql`update payments set due = 0 where state = 'pending'`.execute(cast.db)
      const pending = cast.db.selectFrom('payments').select('id').where('state', '=', 'pending')
      await expect.poll(() => pending.execute(), { timeout: 90_000 }).toEqual([])
      const newest = await cast.db
        .selectFrom('inboxes')
        .select('last_id')
        .where('user_id', '=', cast.maker.id)
        .executeTakeFirstOrThrow()
      const all = Array.from({ length: newest.last_id }, (_, index) => index + 1)
      for (const follower of followers) await expect.poll(() => follower.ids()).toEqual(all)
      for (const follower of followers) await follower.leave()

      const outcomes = Object.groupBy(history.attempts, ({ outcome }) => outcome)
      say(
        `deaths: ${outcomes.done?.length} done, ${outcomes.refused?.length} refused, ${outcomes.unknown?.length} unknown, ` +
          `slowest answer ${Math.round(history.slowest)} ms, ${followers.map(({ streams }) => streams).join(' and ')} streams`,
      )

      expect(history.defects).toEqual([])
      await expectPlaying(cast)
      await expectCreated(cast, history)
      await expectVotes(cast, history)
      await expectPurchases(product, cast, history)
      await expectConsistent(product, cast)
    },
    seconds * 1_000 + aroundMs,
  )
})
