import type { Clock } from '@baseplate/service/clock'
import { recordAction, useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { listChat } from '../../places/door.ts'
import { reportIdInput } from './input.ts'
import { findReport } from './queries.ts'
import { requireHandled } from './require-handled.ts'

/** @throws Refused `missing`: there is no such report, or it is about the actor; `invalid`: it is closed; `conflict`: it came from no game */
export const viewReportChat = useCase(
  {
    summary:
      'Returns the chat of the game server that an open report came from, around the report. The audit log records each look.',
    scope: 'moderate',
    level: permissionLevel.catalogManager,
    input: reportIdInput,
  },
  async ({ db, now }: { db: Db; now: Clock }, actor, { id }) => {
    const row = requireHandled(actor, await findReport(db, id))
    if (row.closed !== null) throw new Refused('reports.closed')
    if (row.game_id === null) throw new Refused('reports.no_chat')
    const lines = await listChat(db, { placeId: row.game_id, run: row.game_run, at: row.created })
    const look = { action: 'viewchat', subject: `report:${id}`, before: null, after: null } as const
    await recordAction(db, { actor, ...look }, now())
    return { lines }
  },
)
