import type { Clock } from '@baseplate/service/clock'
import { lockUser, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Limit } from '../../foundation/limits.ts'
import { groupNameInput } from './input.ts'
import {
  addMember,
  countMemberships,
  isMember,
  lockGroup,
  removeGroupPlacesOf,
  removeMember,
} from './queries.ts'
import { requireGroup, requireOpen } from './require-group.ts'

/** @throws Refused `missing`; `invalid`: the actor is in the maximum number of groups; `limited`. */
export const joinGroup = useCase(
  {
    summary: 'Makes the actor a member of the group, unless they already are.',
    scope: 'social',
    input: groupNameInput,
  },
  async (
    platform: {
      db: Db
      now: Clock
      config: Pick<Config, 'Groups'>
      groupJoinLimit: Limit
    },
    actor,
    { name },
  ): Promise<void> => {
    const group = await requireGroup(platform.db, name)
    await platform.groupJoinLimit.spend(actor.id)
    await platform.db.transaction().execute(async (db) => {
      if (await isMember(db, group.id, actor.id)) return
      await checkMembershipLimit(db, platform.config, actor)
      requireOpen(await lockGroup(db, group.id))
      await addMember(db, group.id, actor.id, platform.now())
    })
  },
)

/** @throws Refused `missing`; `invalid`: the actor owns the group. */
export const leaveGroup = useCase(
  {
    summary:
      "Ends the actor's membership in the group, if there is one, and takes the actor's games off its page.",
    scope: 'social',
    input: groupNameInput,
  },
  async (platform: { db: Db }, actor, { name }): Promise<void> => {
    const { id } = await requireGroup(platform.db, name)
    await platform.db.transaction().execute(async (db) => {
      // The erasure of the previous owner may pass the group to the actor meanwhile.
      if ((await lockGroup(db, id))?.owner_id === actor.id) throw new Refused('groups.owner_leaving')
      if (await removeMember(db, id, actor.id)) await removeGroupPlacesOf(db, id, actor.id)
    })
  },
)

/**
 * Checks that the actor may enter one more group. Locks the actor's row until the transaction ends, so that concurrent
 * attempts each count the ones before them. An unpaid group counts too, because the payment makes its owner a member.
 *
 * @throws Refused `invalid`
 */
export async function checkMembershipLimit(
  db: Db,
  { Groups }: Pick<Config, 'Groups'>,
  actor: Actor,
): Promise<void> {
  await lockUser(db, actor.id)
  if ((await countMemberships(db, actor.id)) < Groups.PerUser) return
  throw new Refused('groups.too_many_joined', { max: Groups.PerUser })
}
