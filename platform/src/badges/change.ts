import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { requireStorage, useCase } from '../accounts/door.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { InvalidFields } from '../foundation/errors.ts'
import type { Limit } from '../foundation/limits.ts'
import { nameKeyOf } from '../foundation/name-key.ts'
import { isFilteredName, type TextFilter } from '../foundation/text-filter.ts'
import {
  convertIcon,
  findManagedPlace,
  permitManaging,
  recordChange,
  requireLockedPlace,
} from '../places/door.ts'
import { maxIconBytes } from '../places/pictures/rules.ts'
import { badgeInput, changeBadgeInput, disableBadgeInput } from './input.ts'
import { requireBadge } from './managed.ts'
import { newIcon } from './pictures.ts'
import { type BadgeRow, findBadgeNamed } from './queries.ts'

interface Changing {
  db: Db
  now: Clock
  files: Files
  config: Pick<Config, 'Moderation' | 'Quota'>
  filterText: TextFilter
  placePictureLimit: Limit
}

/** A badge as the audit log shows it. */
const logged = ({ id, name, description, icon, disabled }: BadgeRow) => ({
  badge: { id, name, description, icon, disabled: disabled === 1 },
})

/**
 * @returns whether the new picture waits for review. Until it is approved, the badge keeps the one it has.
 * @throws InvalidFields; Refused `missing`, `forbidden`, `limited`
 */
export const changeBadge = useCase(
  {
    summary:
      'Changes the name, the description and the picture of a badge. Without an upload, it keeps its picture.',
    scope: 'places:write',
    permit: permitManaging,
    input: changeBadgeInput,
    file: { field: 'icon', maxBytes: maxIconBytes },
  },
  async (platform: Changing, actor, { id: placeId, badge: badgeId, name, icon: uploaded, ...texts }) => {
    const { db, now, config, filterText } = platform
    const place = await findManagedPlace(db, actor, placeId)
    if (isFilteredName(filterText, name)) throw new InvalidFields({ name: 'input.name_filtered' })
    await requireBadge(db, placeId, badgeId)
    if (uploaded !== undefined) await platform.placePictureLimit.spend(actor.id)
    const icon = uploaded && (await newIcon(platform, actor, placeId, await convertIcon(uploaded)))
    const description = filterText(texts.description)
    const nameKey = nameKeyOf(name)
    await db.transaction().execute(async (trx) => {
      await requireLockedPlace(trx, placeId)
      const before = await requireBadge(trx, placeId, badgeId)
      const named = await findBadgeNamed(trx, placeId, nameKey)
      if (named && named.id !== badgeId) throw new InvalidFields({ name: 'badges.name_taken' })
      const set = { name, name_key: nameKey, description, ...replacing(icon, before) }
      await trx.updateTable('badges').set(set).where('id', '=', badgeId).execute()
      if (icon) await requireStorage(trx, config, { ownerId: place.owner_id, field: 'icon' })
      const change = { before: logged(before), after: logged({ ...before, ...set }) }
      await recordChange(trx, actor, place, change, now())
    })
    return { waits: icon !== undefined && icon.waiting !== null }
  },
)

type Icon = Awaited<ReturnType<typeof newIcon>>

/** A picture that waits leaves the one that is shown. A picture that is shown replaces both. */
const replacing = (icon: Icon | undefined, { icon: shown, icon_size }: BadgeRow): Partial<Icon> =>
  icon === undefined ? {} : icon.waiting === null ? icon : { ...icon, icon: shown, icon_size }

/** @throws Refused `missing`, `forbidden` */
export const disableBadge = useCase(
  {
    summary: 'Disables a badge, so that games no longer award it, or enables it again. Players keep it.',
    scope: 'places:write',
    permit: permitManaging,
    input: disableBadgeInput,
  },
  async ({ db, now }: Pick<Changing, 'db' | 'now'>, actor, { id: placeId, badge: badgeId, disabled }) => {
    await changeOne({ db, now }, actor, { placeId, badgeId }, { disabled: disabled ? 1 : 0 })
    return { disabled }
  },
)

/** @throws Refused `missing`, `forbidden` */
export const removeBadgeIcon = useCase(
  {
    summary: "Removes a badge's picture, and one that waits for review, if there are any.",
    scope: 'places:write',
    permit: permitManaging,
    input: badgeInput,
  },
  async (
    { db, now }: Pick<Changing, 'db' | 'now'>,
    actor,
    { id: placeId, badge: badgeId },
  ): Promise<void> => {
    await changeOne(
      { db, now },
      actor,
      { placeId, badgeId },
      {
        icon: null,
        icon_size: 0,
        waiting: null,
        waiting_size: 0,
        waiting_since: null,
      },
    )
  },
)

async function changeOne(
  { db, now }: Pick<Changing, 'db' | 'now'>,
  actor: Parameters<typeof findManagedPlace>[1],
  { placeId, badgeId }: { placeId: number; badgeId: number },
  set: Partial<BadgeRow>,
): Promise<void> {
  const place = await findManagedPlace(db, actor, placeId)
  await db.transaction().execute(async (trx) => {
    await requireLockedPlace(trx, placeId)
    const before = await requireBadge(trx, placeId, badgeId)
    await trx.updateTable('badges').set(set).where('id', '=', badgeId).execute()
    await recordChange(
      trx,
      actor,
      place,
      { before: logged(before), after: logged({ ...before, ...set }) },
      now(),
    )
  })
}
