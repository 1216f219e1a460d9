import { type Clock, minute } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { enqueueEvent, eventUser } from '../../webhooks/door.ts'
import { reportInput } from './input.ts'
import { insertReport } from './queries.ts'
import { priorityOf } from './rules.ts'
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
    const created = now()
    const id = newTimedId(created)
    await db.transaction().execute(async (trx) => {
      const added = await insertReport(trx, {
        id,
        created,
        reporter_id: actor.id,
        type: subject.type,
        subject_id: subject.id,
        subject_user_id: subject.userId,
        category,
        priority: priorityOf(category),
        note,
        link,
        address: subject.address,
        title: subject.title,
        text: subject.text,
        assignee_id: null,
        closed: null,
        outcome: null,
      })
      if (!added) throw new Refused('reports.already')
      await enqueueEvent(
        trx,
        {
          type: 'report.created',
          ownerId: null,
          subject: `report:${id}`,
          link: `/admin/reports/${id}`,
          data: () => ({ report: { id, category, title: subject.title }, reporter: eventUser(actor) }),
        },
        created,
      )
    })
    return { id }
  },
)
