import { type Sender, useCase } from '../../accounts/door.ts'
import { type Commented, type Commenting, commentInput, writeComment } from '../../comments/door.ts'
import { Refused } from '../../foundation/errors.ts'
import { permitComment } from '../../social/door.ts'
import { groupNameInput } from './input.ts'
import { isMember } from './queries.ts'
import { requireGroup } from './require-group.ts'
import { groupPath } from './rules.ts'

/**
 * @throws InvalidFields; Refused `missing`; `forbidden`: the actor is not a member, or the owner accepts no comments from the
 * actor; `invalid`: there is no such comment to reply to, or it is too deep; `limited`
 */
export const commentOnGroup = useCase(
  {
    summary: "Writes on a group's wall, or replies there, and notifies the group's owner.",
    scope: 'social',
    input: commentInput.extend(groupNameInput.shape),
  },
  async (platform: Commenting, actor, { name, ...comment }, { address }: Sender): Promise<{ id: string }> => {
    const find = async (): Promise<Commented> => {
      const group = await requireGroup(platform.db, name)
      if (!(await isMember(platform.db, group.id, actor.id))) throw new Refused('groups.members_only')
      await permitComment(platform.db, actor, group.owner_id)
      return {
        thread: { about: 'group', id: group.id },
        name: group.name,
        ownerId: group.owner_id,
        link: groupPath(group.name),
      }
    }
    return writeComment(platform, actor, find, comment, address)
  },
)
