import type { Clock } from '@baseplate/service/clock'
import { countUsers } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import type { Economy } from '../../money/door.ts'
import { countPlayers } from '../../places/door.ts'
import { countPurchases, countRenders, countStarted, findLastSample, thinOut } from './queries.ts'
import type { RequestTimes } from './request-times.ts'
import { retention, sampleInterval, startOfInterval, thinning } from './rules.ts'

export interface Sampling {
  db: Db
  now: Clock
  economy: Pick<Economy, 'readTotals'>
  requestTimes: RequestTimes
}

/** Takes a sample at most once in five minutes across all processes, and thins out old ones. */
export async function takeSample(platform: Sampling): Promise<void> {
  const { db, now, requestTimes } = platform
  const at = startOfInterval(now(), sampleInterval)
  const last = await findLastSample(db)
  if (last && last.at >= at) return
  const times = requestTimes.take()
  const sample = {
    ...(await measure(platform, at, last)),
    at,
    median_ms: times?.median ?? null,
    slow_ms: times?.slow ?? null,
  }
  await db
    .insertInto('samples')
    .values(sample)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .deleteFrom('samples')
    .where('at', '<', at - retention)
    .execute()
  for (const { age, interval } of thinning) await thinOut(db, startOfInterval(at - age, interval), interval)
}

/** Measures the current values, with the games that began before `at`. @param last the newest sample. */
export async function measure(
  { db, now, economy }: Pick<Sampling, 'db' | 'now' | 'economy'>,
  at: number,
  last: { at: number; visits: number } | undefined,
) {
  const [users, playing, started, purchases, renders, totals] = await Promise.all([
    countUsers(db),
    countPlayers(db, now()),
    countStarted(db, last?.at ?? 0, at),
    countPurchases(db),
    countRenders(db, ['waiting', 'drawing']),
    economy.readTotals(),
  ])
  return {
    at,
    users,
    playing,
    visits: (last?.visits ?? 0) + started,
    purchases,
    renders,
    supply: totals && String(totals.supply),
    minted: totals && String(totals.minted),
    burned: totals && String(totals.burned),
  }
}
