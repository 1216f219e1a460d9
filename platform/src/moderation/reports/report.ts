import { type Clock, minute } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { reportInput } from './input.ts'
import { storeReport } from './store-report.ts'
import { findSubject } from './subjects.ts'

/** Limits the reports of one user: enough for a bad day, too few to flood the handlers of reports. */
export const createReportLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, {
    points: 10,
    windowSeconds: (10 * minute) / 1_000,
    code: 'limits.reports',
  })

/** @throws Refused `missing`; `invalid`: it is the actor's own, or the actor has reported it already; `limited` */
export const report = useCase(
  {
    summary: 'Reports a subject to the handlers of reports, and stores its current text.',
    scope: 'social',
    input: reportInput,
  },
  async (
    { db, now, reportLimit }: { db: Db; now: Clock; reportLimit: Limit },
    actor,
    { category, note, link, ...asked },
  ): Promise<{ id: string }> => {
    const subject = await findSubject(db, actor, asked)
    if (subject.userId === actor.id) throw new Refused('reports.own')
    await reportLimit.spend(actor.id)
    const stored = await storeReport({ db, now }, actor, subject, { category, note, link })
    if (!stored) throw new Refused('reports.already')
    return stored
  },
)
