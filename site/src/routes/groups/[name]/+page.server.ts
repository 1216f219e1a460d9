import type { Actor } from '@baseplate/platform/accounts/rules'
import { viewComments } from '@baseplate/platform/comments/view-comments'
import { deleteGroupComment } from '@baseplate/platform/moderation/takedowns/moderate-comment'
import { closeGroup, reopenGroup } from '@baseplate/platform/moderation/takedowns/moderate-group'
import { commentOnGroup } from '@baseplate/platform/people/groups/comment'
import { joinGroup, leaveGroup } from '@baseplate/platform/people/groups/membership'
import { renameGroup } from '@baseplate/platform/people/groups/rename'
import { viewGroup } from '@baseplate/platform/people/groups/view'
import { viewStates } from '@baseplate/platform/people/profiles/states'
import type { Platform } from '@baseplate/platform/platform'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
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

type Verb = (platform: Platform, actor: Actor, name: string) => Promise<void>

/** Makes the action of a button. The page shows the effect, so there is no message. */
const buttonAction = (name: string, verb: Verb) =>
  actorAction(name, async ({ platform, actor, event }) => {
    await verb(platform, actor, event.params.name ?? '')
    return undefined
  })

/** The address names the group. */
const params = { name: String }

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
  deletecomment: action('deletecomment', deleteGroupComment, { params }),
  close: action('close', closeGroup, { params, asks: ({ reason }) => reason?.trim() !== '' }),
  reopen: action('reopen', reopenGroup, { params }),
  rename: actorAction('rename', async ({ platform, actor, event }, fields) => {
    const { path } = await renameGroup(platform, actor, event.params.name, fields)
    redirect(302, path)
  }),
}
