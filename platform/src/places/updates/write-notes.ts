import type { Clock } from '@baseplate/service/clock'
import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { invalid } from '../../foundation/input.ts'
import { plainText } from '../../foundation/plain-text.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { placeInput } from '../input.ts'
import { findManagedPlace, permitManaging, recordChange, requireLockedPlace } from '../managed.ts'
import { maxNotesLength } from './rules.ts'

export const notesField = z
  .string()
  .default('')
  .transform((text) => plainText(text).trim())
  .refine((text) => text.length <= maxNotesLength, invalid('input.too_long', { max: maxNotesLength }))

const notesInput = placeInput.extend({
  version: z
    .string(invalid('places.version_missing'))
    .regex(/^[1-9]\d{0,8}$/, invalid('places.version_missing'))
    .transform(Number),
  notes: notesField,
})

/** @throws Refused `missing`: no such place or version; `forbidden` */
export const writeNotes = useCase(
  {
    summary: 'Writes the notes of a version for players. Empty notes take it off the list of updates.',
    scope: 'places:write',
    permit: permitManaging,
    input: notesInput,
  },
  async (
    platform: { db: Db; now: Clock; filterText: TextFilter },
    actor,
    { id: placeId, version, notes },
  ): Promise<void> => {
    await findManagedPlace(platform.db, actor, placeId)
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
  },
)
