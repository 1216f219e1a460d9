import type { Db } from '../../foundation/database.ts'
import { shownAfter, shownBefore } from './rules.ts'

/** Maximum number of lines around a report. */
const maxShown = 300

/** Lists what players said in a game server around a moment. Lines of players whose accounts are erased are gone. */
export const listChat = (db: Db, { placeId, run, at }: { placeId: number; run: string | null; at: number }) =>
  db
    .selectFrom('chat_lines')
    .innerJoin('users', 'users.id', 'chat_lines.user_id')
    .select(['chat_lines.id', 'users.username', 'chat_lines.text', 'chat_lines.at'])
    .where('chat_lines.place_id', '=', placeId)
    .where('chat_lines.run', run === null ? 'is' : '=', run)
    .where('chat_lines.at', '>=', at - shownBefore)
    .where('chat_lines.at', '<=', at + shownAfter)
    .orderBy('chat_lines.at')
    .orderBy('chat_lines.id')
    .limit(maxShown)
    .execute()
