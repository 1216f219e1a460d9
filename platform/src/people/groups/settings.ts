import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { requireStorage, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { parseInput } from '../../foundation/input.ts'
import type { Limit } from '../../foundation/limits.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import {
  convertIcon,
  deleteWaitingOf,
  listPlacesOf,
  listWaitingOf,
  type PlaceRankings,
  storeUpload,
  withdrawInput,
} from '../../places/door.ts'
import { maxIconBytes } from '../../places/pictures/rules.ts'
import { groupNameInput, groupSettingsInput } from './input.ts'
import { findManagedGroup, mayContribute, mayManage, recordGroupChange } from './managed.ts'
import { hasGroupPlaces, listGroupPlaceIds, listGroupPlaces } from './places.ts'
import { lockGroup } from './queries.ts'
import { requireVisibleGroup } from './require-group.ts'
import { groupIconName } from './rules.ts'

interface Changing {
  db: Db
  now: Clock
  files: Files
  filterText: TextFilter
  placePictureLimit: Limit
  config: Pick<Config, 'Moderation' | 'Quota'>
}

/** @throws Refused `missing`, `forbidden` */
export const viewGroupSettings = useCase(
  {
    summary:
      'Returns a group as its owner or a moderator edits it, or as a member who may add games or has games in it.',
    scope: 'social',
    input: groupNameInput,
  },
  async (
    { db, now, placeRankings }: Pick<Changing, 'db' | 'now'> & { placeRankings: PlaceRankings },
    actor,
    { name },
  ) => {
    const group = await requireVisibleGroup(db, actor, name)
    const isOwner = group.owner_id === actor.id
    const contributes = await mayContribute(db, actor, group)
    const listed = new Set(await listGroupPlaceIds(db, group.id))
    const mine = await listPlacesOf(db, now(), actor.id)
    const hasGames = group.closed_reason === null && mine.some(({ id }) => listed.has(id))
    if (!contributes && !hasGames) await findManagedGroup(db, actor, name)
    const manages = await mayManage(db, actor, group)
    const own = manages && !isOwner ? await listPlacesOf(db, now(), group.owner_id) : mine
    const ownIds = new Set(own.map(({ id }) => id))
    const others = manages ? await listGroupPlaces(db, placeRankings, group.id) : []
    return {
      id: group.id,
      name: group.name,
      isOwner,
      /** Whether the viewer changes the whole group, and not only their own games in it. */
      manages,
      memberGames: group.member_games === 1,
      addsGames: isOwner || contributes,
      description: group.description,
      icon: group.icon,
      /** Icons that wait for review. */
      waiting: manages ? await listWaitingOf(db, { group: group.id }) : [],
      places: [
        ...own.filter(({ id }) => listed.has(id)),
        ...others
          .filter(({ id }) => !ownIds.has(id))
          .map((place) => ({
            ...place,
            privateServer: false,
            takenDown: false,
            published: true,
            archived: false,
          })),
      ],
      /** Games that the viewer can add. A moderator who is not a member can add none. */
      otherPlaces: mine
        .filter(({ id }) => (isOwner || contributes) && !listed.has(id))
        .map(({ id, name: title }) => ({ id, name: title })),
    }
  },
)

/** Whether the actor may open the settings of a group: to change it, or to add and remove their own games. @throws Refused `missing` */
export async function mayOpenGroupSettings(
  { db }: Pick<Changing, 'db'>,
  actor: Actor,
  name: string,
): Promise<boolean> {
  const group = await requireVisibleGroup(db, actor, name)
  if (await mayManage(db, actor, group)) return true
  if (await mayContribute(db, actor, group)) return true
  return group.closed_reason === null && hasGroupPlaces(db, group.id, actor.id)
}

/**
 * @returns whether the icon waits for review. Until it is approved, the group keeps the one it has.
 * @throws InvalidFields `description`, `icon`; Refused `missing`, `forbidden`, `limited`
 */
export const updateGroup = useCase(
  {
    summary:
      "Changes a group's description, its icon, and whether members may add games. Without an upload, the group keeps its icon.",
    scope: 'social',
    permit: ({ db }: Changing, actor, input) =>
      findManagedGroup(db, actor, parseInput(groupNameInput, input).name),
    input: groupSettingsInput,
    file: { field: 'icon', maxBytes: maxIconBytes },
  },
  async (platform: Changing, actor, { name, icon: uploaded, ...typed }): Promise<{ waits: boolean }> => {
    const { db, now, config } = platform
    const group = await findManagedGroup(db, actor, name)
    const { memberGames = group.member_games === 1 } = typed
    const description = platform.filterText(typed.description)
    if (uploaded !== undefined) await platform.placePictureLimit.spend(actor.id)
    const icon = uploaded && (await convertIcon(uploaded))
    const stored =
      icon &&
      (await storeUpload(platform, actor, icon, {
        kind: 'icon',
        shown: groupIconName({ id: group.id, icon: icon.name }),
      }))
    const shown = stored?.waits ? undefined : icon
    await db.transaction().execute(async (trx) => {
      const set = {
        description,
        member_games: memberGames ? 1 : 0,
        ...(shown && { icon: shown.name, icon_size: shown.bytes.byteLength }),
      }
      await trx.updateTable('groups').set(set).where('id', '=', group.id).execute()
      await stored?.record(trx, { group: group.id })
      if (icon) await requireStorage(trx, config, { ownerId: group.owner_id, field: 'icon' })
      const { description: earlier, icon: earlierIcon, member_games } = group
      const before = { description: earlier, icon: earlierIcon, memberGames: member_games === 1 }
      const after = { description, icon: shown?.name ?? earlierIcon, memberGames }
      await recordGroupChange(trx, actor, group, { before, after }, now())
    })
    return { waits: stored?.waits ?? false }
  },
)

/** @throws InvalidFields; Refused `missing`, `forbidden` */
export const withdrawGroupIcon = useCase(
  {
    summary: 'Withdraws an icon that waits for review.',
    scope: 'social',
    input: withdrawInput.extend(groupNameInput.shape),
  },
  async ({ db, now }: Pick<Changing, 'db' | 'now'>, actor, { name, picture }): Promise<void> => {
    const group = await findManagedGroup(db, actor, name)

    await db.transaction().execute(async (trx) => {
      await lockGroup(trx, group.id)
      const deleted = await deleteWaitingOf(trx, { group: group.id }, { id: picture })
      if (deleted.length === 0) return
      await recordGroupChange(trx, actor, group, { before: { waiting: picture }, after: {} }, now())
    })
  },
)

/** @throws Refused `missing`, `forbidden` */
export const removeGroupIcon = useCase(
  { summary: "Removes a group's icon, if there is one.", scope: 'social', input: groupNameInput },
  async ({ db, now }: Pick<Changing, 'db' | 'now'>, actor, { name }): Promise<void> => {
    const group = await findManagedGroup(db, actor, name)
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('groups').set({ icon: null, icon_size: 0 }).where('id', '=', group.id).execute()
      await recordGroupChange(
        trx,
        actor,
        group,
        { before: { icon: group.icon }, after: { icon: null } },
        now(),
      )
    })
  },
)
