import type { Actor } from '@baseplate/platform/accounts/rules'
import { viewComments } from '@baseplate/platform/comments/view-comments'
import { deleteComment } from '@baseplate/platform/moderation/takedowns/moderate-comment'
import { closeGroup, reopenGroup } from '@baseplate/platform/moderation/takedowns/moderate-group'
import { commentOnGroup } from '@baseplate/platform/people/groups/comment'
import { joinGroup, leaveGroup } from '@baseplate/platform/people/groups/membership'
import { renameGroup } from '@baseplate/platform/people/groups/rename'
import { requireVisibleGroup } from '@baseplate/platform/people/groups/require-group'
import { viewGroup } from '@baseplate/platform/people/groups/view'
import { viewStates } from '@baseplate/platform/people/profiles/states'
import type { Platform } from '@baseplate/platform/platform'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { readFields } from '#lib/server/body.ts'
import { placeCard } from '#lib/server/cards.ts'
import { actorAction, outcomeOf } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const query = event.url.searchParams
  const { members, places, ...group } = await viewGroup(
    platform,
    actor,
    event.params.name,
    query.get('cursor') ?? undefined,
  )
  const ids = members.map(({ id }) => id)
  const thread = { about: 'group', id: group.id } as const
  const [stateOf, wall] = await Promise.all([
    viewStates(platform, actor, ids),
    viewComments(platform.db, actor, thread, {
      cursor: query.get('comments') ?? undefined,
      isHost: group.isOwner,
    }),
  ])
  return {
    ...group,
    places: places.map(placeCard),
    comments: wall.comments,
    nextComments: wall.next,
    members: members.map((member) => ({ ...member, ...stateOf(member.id) })),
  }
}

type Verb = (platform: Platform, actor: Actor, name: string, fields: Record<string, string>) => Promise<void>

/** Makes the action of a button. The page shows the effect, so there is no message. */
const buttonAction = (name: string, verb: Verb, askFirst?: (fields: Record<string, string>) => boolean) =>
  actorAction(
    name,
    async ({ platform, actor, event }, fields) => {
      await verb(platform, actor, event.params.name ?? '', fields)
      return undefined
    },
    askFirst,
  )

export const actions: Actions = {
  join: buttonAction('join', joinGroup),
  leave: buttonAction('leave', leaveGroup),
  // The page shows messages at the form of the reply that they are about.
  comment: async (event) => {
    const { platform, actor } = asActor(event)
    const fields = await readFields(event.request)
    const form = fields.replyId ? `reply-${fields.replyId}` : 'comment'
    return outcomeOf(event, form, fields, async () => {
      await commentOnGroup(platform, actor, event.params.name, fields, event.locals.address)
      return undefined
    })
  },
  /** Deletes a comment on the group's wall: the actor's own, any of the actor's group, or as a moderator. */
  deletecomment: actorAction(
    'deletecomment',
    async ({ platform, actor, event }, { commentId = '', ...fields }) => {
      const { id } = await requireVisibleGroup(platform.db, actor, event.params.name)
      await deleteComment(platform, actor, { about: 'group', id }, commentId, fields)
      return undefined
    },
  ),
  close: buttonAction('close', closeGroup, ({ reason }) => reason?.trim() !== ''),
  /** Reopens a group that a moderator has closed. */
  reopen: buttonAction('reopen', reopenGroup),
  rename: actorAction('rename', async ({ platform, actor, event }, fields) => {
    const { path } = await renameGroup(platform, actor, event.params.name, fields)
    redirect(302, path)
  }),
}
