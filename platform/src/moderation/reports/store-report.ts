import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { enqueueEvent, eventUser } from '../../webhooks/door.ts'
import type { Evidence } from './evidence.ts'
import { insertLines, insertReport } from './queries.ts'
import { priorityOf, type ReportCategory } from './rules.ts'
import type { Subject } from './subjects.ts'

interface Fields {
  category: ReportCategory
  note: string
  link: string
}

/**
 * Stores a report with the current text of its subject.
 *
 * @param evidence of a report from inside a game
 * @returns undefined: the reporter has an open report about the subject.
 */
export async function storeReport(
  { db, now }: { db: Db; now: Clock },
  reporter: { id: string; username: string },
  subject: Subject,
  { category, note, link }: Fields,
  evidence?: Evidence,
): Promise<{ id: string } | undefined> {
  const created = now()
  const id = newTimedId(created)
  return db.transaction().execute(async (trx) => {
    const added = await insertReport(trx, {
      id,
      created,
      reporter_id: reporter.id,
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
      ...(evidence && { source: 'game', game_id: evidence.game.id, game_run: evidence.game.run }),
    })
    if (!added) return undefined
    if (evidence) await insertLines(trx, id, evidence.lines)
    await enqueueEvent(
      trx,
      {
        type: 'report.created',
        ownerId: null,
        subject: `report:${id}`,
        link: `/admin/reports/${id}`,
        data: () => ({ report: { id, category, title: subject.title }, reporter: eventUser(reporter) }),
      },
      created,
    )
    return { id }
  })
}
