import type { Clock } from '@baseplate/service/clock'
import { z } from 'zod'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { invalid, parseInput } from '../../foundation/input.ts'
import { plainText } from '../../foundation/plain-text.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { findManagedPlace, recordChange, requireLockedPlace } from '../managed.ts'
import { maxNotesLength } from './rules.ts'

export const notesField = z
  .string()
  .default('')
  .transform((text) => plainText(text).trim())
  .refine((text) => text.length <= maxNotesLength, invalid('input.too_long', { max: maxNotesLength }))

const notesInput = z.object({
  version: z
    .string(invalid('places.version_missing'))
    .regex(/^[1-9]\d{0,8}$/, invalid('places.version_missing'))
    .transform(Number),
  notes: notesField,
})

/**
 * Writes the notes of a version for players. Empty notes take it off the list of updates.
 *
 * @throws InvalidFields `version`, `notes`; Refused `missing`: no such place or version; `forbidden`
 */
export async function writeNotes(
  platform: { db: Db; now: Clock; filterText: TextFilter },
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  await findManagedPlace(platform.db, actor, placeId)
  const { version, notes } = parseInput(notesInput, input)
  const now = platform.now()
  await platform.db.transaction().execute(async (db) => {
    const place = await requireLockedPlace(db, placeId)
    const update = db
      .updateTable('place_updates')
      .where('place_id', '=', placeId)
      .where('version', '=', version)
    const before = await db
      .selectFrom('place_updates')
      .select('notes')
      .where('place_id', '=', placeId)
      .where('version', '=', version)
      .executeTakeFirst()
    if (!before) throw new Refused('places.update_not_found')
    const after = { notes: platform.filterText(notes) }
    await update.set({ ...after, notes_updated: now }).execute()
    await recordChange(db, actor, place, { before, after }, now)
  })
}
