import type { Actor } from '../../accounts/rules.ts'
import { requireStorage } from '../../accounts/storage/quota.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Files } from '../../foundation/files.ts'
import { parseInput } from '../../foundation/input.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { listPlacesOf } from '../../places/lists/queries.ts'
import { convertIcon, type UploadedPicture } from '../../places/pictures/convert.ts'
import { groupSettingsInput } from './input.ts'
import { findManagedGroup, recordGroupChange } from './managed.ts'
import { listGroupPlaceIds } from './places.ts'
import { groupIconName } from './rules.ts'

interface Changing {
  db: Db
  now: Clock
  files: Files
  filterText: TextFilter
  userLimits: Pick<UserLimits, 'placePicture'>
  config: Pick<Config, 'Quota'>
}

/** Returns a group as its owner or a moderator edits it. @throws Refused `missing`, `forbidden` */
export async function viewGroupSettings(
  { db, now }: Pick<Changing, 'db' | 'now'>,
  actor: Actor,
  name: string,
) {
  const group = await findManagedGroup(db, actor, name)
  const isOwner = group.owner_id === actor.id
  const listed = new Set(await listGroupPlaceIds(db, group.id))
  const own = await listPlacesOf(db, now(), group.owner_id)
  return {
    id: group.id,
    name: group.name,
    isOwner,
    description: group.description,
    icon: group.icon,
    places: own.filter(({ id }) => listed.has(id)),
    /** Games that the owner can add. A moderator adds none. */
    otherPlaces: isOwner
      ? own.filter(({ id }) => !listed.has(id)).map(({ id, name: title }) => ({ id, name: title }))
      : [],
  }
}

/**
 * Changes a group's description and icon. Without an upload, the group keeps its icon.
 *
 * @throws InvalidFields `description`, `icon`; Refused `missing`, `forbidden`, `limited`
 */
export async function updateGroup(
  platform: Changing,
  actor: Actor,
  name: string,
  input: unknown,
  uploaded?: UploadedPicture,
): Promise<void> {
  const { db, now, config } = platform
  const group = await findManagedGroup(db, actor, name)
  const description = platform.filterText(parseInput(groupSettingsInput, input).description)
  if (uploaded !== undefined) await platform.userLimits.placePicture.spend(actor.id)
  const icon = uploaded && (await convertIcon(uploaded))
  const { byteLength } = icon?.bytes ?? { byteLength: 0 }
  // A file without a row is removed by the sweep.
  if (icon)
    await platform.files.write(groupIconName({ id: group.id, icon: icon.name }), [icon.bytes], byteLength)
  await db.transaction().execute(async (trx) => {
    const set = { description, ...(icon && { icon: icon.name, icon_size: byteLength }) }
    await trx.updateTable('groups').set(set).where('id', '=', group.id).execute()
    if (icon) await requireStorage(trx, config, { ownerId: group.owner_id, field: 'icon' })
    const before = { description: group.description, icon: group.icon }
    const after = { description, icon: icon?.name ?? group.icon }
    await recordGroupChange(trx, actor, group, { before, after }, now())
  })
}

/** Removes a group's icon, if there is one. @throws Refused `missing`, `forbidden` */
export async function removeGroupIcon(
  { db, now }: Pick<Changing, 'db' | 'now'>,
  actor: Actor,
  name: string,
): Promise<void> {
  const group = await findManagedGroup(db, actor, name)
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('groups').set({ icon: null, icon_size: 0 }).where('id', '=', group.id).execute()
    await recordGroupChange(trx, actor, group, { before: { icon: group.icon }, after: { icon: null } }, now())
  })
}
