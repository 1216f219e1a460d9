import { permitModeratingContent, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import {
  groupDecided,
  groupNameInput,
  permitModeratingGroups,
  requireVisibleGroup,
} from '../../people/door.ts'
import type { Content, Deciding } from './content.ts'
import { contentKinds } from './content-kinds.ts'
import { decide, type Moderating, show, takeDown } from './decide.ts'
import { closeGroupInput } from './input.ts'

/**
 * @throws Refused `missing`; `forbidden` unless the actor is a moderator of a level above the owner's; `invalid`: it is closed.
 */
export const closeGroup = useCase(
  {
    summary: 'Takes a group down: only its owner, who reads the reason, and moderators see it.',
    scope: 'moderate',
    input: closeGroupInput,
  },
  async (platform: Moderating, actor, { name, reason }): Promise<void> => {
    permitModeratingGroups(actor)
    const group = await findModerated(platform.db, actor, name)
    await change(platform, actor, group, (deciding) => takeDown(deciding, group, { reason }))
  },
)

/** @throws Refused `missing`; `forbidden` as `closeGroup`; `invalid`: it is not closed. */
export const reopenGroup = useCase(
  { summary: 'Reopens a group that a moderator has closed.', scope: 'moderate', input: groupNameInput },
  async (platform: Moderating, actor, { name }): Promise<void> => {
    permitModeratingGroups(actor)
    const group = await findModerated(platform.db, actor, name)
    await change(platform, actor, group, (deciding) => show(deciding, group))
  },
)

async function findModerated(db: Db, actor: Actor, name: string): Promise<Content> {
  const { id, owner_id } = await requireVisibleGroup(db, actor, name)
  await permitModeratingContent(db, actor, { what: 'groups', ownerId: owner_id })
  const content = await contentKinds.group.find(db, String(id))
  if (!content) throw groupDecided()
  return content
}

async function change(
  platform: Moderating,
  actor: Actor,
  group: Content,
  decision: (deciding: Deciding) => Promise<boolean>,
): Promise<void> {
  const decided = await decide(platform, actor, async (deciding) =>
    (await decision(deciding)) ? group : undefined,
  )
  if (!decided) throw groupDecided()
}
