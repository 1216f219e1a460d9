import { type Clock, day } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { flag } from '../../foundation/form-values.ts'
import { slugOf } from '../../foundation/slug.ts'
import { placeInput, visitInput } from '../input.ts'
import { findManagedPlace, permitManaging, recordChange, requireLockedPlace } from '../managed.ts'
import { findPlace } from '../queries.ts'
import { mayManage, maySee, placeNotFound } from '../rules.ts'
import { listPlays } from './plays.ts'
import { listUpdates } from './queries.ts'
import { timelineDays, timelineVersions } from './rules.ts'

/** @throws Refused `missing`: no such place; `forbidden`: its maker does not show the timeline to others. */
export const viewTimeline = useCase(
  {
    summary: 'Returns how many sessions began in each version of a place on each of the last days.',
    scope: 'places:write',
    input: visitInput,
  },
  async ({ db, now }: { db: Db; now: Clock }, viewer, { id: placeId, privateServer }) => {
    const place = await findPlace(db, placeId)
    if (!place || !maySee(viewer, place, privateServer)) throw placeNotFound()
    const manages = mayManage(viewer, place)
    if (!manages && place.timeline_open === 0) throw new Refused('places.timeline_closed')
    const today = Math.floor(now() / day)
    const fromDay = today - timelineDays + 1
    const [updates, plays] = await Promise.all([
      listUpdates(db, placeId, timelineVersions),
      listPlays(db, placeId, fromDay),
    ])
    const byVersion = Map.groupBy(plays, ({ version }) => version)
    return {
      id: place.id,
      name: place.name,
      slug: slugOf(place.name),
      manages,
      open: place.timeline_open === 1,
      fromDay,
      today,
      /** The newest first. */
      versions: updates.map(({ size, restored_from, ...update }) => {
        const played = byVersion.get(update.version) ?? []
        return {
          ...update,
          restoredFrom: restored_from,
          /** Bytes; null: the file is no longer kept. */
          size: size === null ? null : Number(size),
          days: played.map(({ day, sessions }) => ({ day, sessions })),
          sessions: played.reduce((sum, { sessions }) => sum + sessions, 0),
          playedMs: played.reduce((sum, { played_ms }) => sum + Number(played_ms), 0),
        }
      }),
    }
  },
)

export type Timeline = Awaited<ReturnType<typeof viewTimeline>>

const openInput = placeInput.extend({
  open: flag
    .default(false)
    .describe('Whether everybody who sees the game sees its timeline. `false` by default.'),
})

/** @throws Refused `missing`, `forbidden` */
export const updateTimeline = useCase(
  {
    summary:
      'Shows the timeline of a place to everybody who sees the place, or only to its owner and moderators.',
    scope: 'places:write',
    permit: permitManaging,
    input: openInput,
  },
  async (platform: { db: Db; now: Clock }, actor, { id: placeId, open }): Promise<void> => {
    await findManagedPlace(platform.db, actor, placeId)
    const after = { timeline_open: open ? 1 : 0 }
    await platform.db.transaction().execute(async (db) => {
      const place = await requireLockedPlace(db, placeId)
      const before = { timeline_open: place.timeline_open }
      await db.updateTable('places').set(after).where('id', '=', placeId).execute()
      await recordChange(db, actor, place, { before, after }, platform.now())
    })
  },
)
