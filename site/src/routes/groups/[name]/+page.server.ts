import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { closeGroup, deleteGroupComment, reopenGroup } from '@baseplate/platform/moderation/door'
import {
  commentOnGroup,
  joinGroup,
  leaveGroup,
  renameGroup,
  viewGroup,
  viewStates,
} from '@baseplate/platform/people/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { type Acting, asActor } from '#lib/server/as-actor.ts'
import { readFields } from '#lib/server/body.ts'
import { placeCard } from '#lib/server/cards.ts'
import { outcomeOf, staffAction } from '#lib/server/form.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { page } from '#lib/server/page.ts'
import { fieldsOf, senderOf } from '#lib/server/route-call.ts'
import type { Actions, PageServerLoad, RequestEvent } from './$types'

/** The address of a group names it. */
const params = { name: String }

export const load: PageServerLoad = page(viewGroup, {
  params,
  data: async ({ places, members, ...group }, { platform, actor }) => {
    const stateOf = await viewStates(
      platform,
      actor,
      members.map(({ id }) => id),
    )
    return {
      ...group,
      places: places.map(placeCard),
      members: members.map((member) => ({ ...member, ...stateOf(member.id) })),
    }
  },
})

export const actions: Actions = {
  join: action('join', joinGroup, { params }),
  leave: action('leave', leaveGroup, { params }),
  // The page shows messages at the form of the reply that they are about.
  comment: handles(operationWith(commentOnGroup, params), async (event: RequestEvent) => {
    const { platform, actor } = asActor(event)
    const fields = await readFields(event.request)
    const form = fields.replyId ? `reply-${fields.replyId}` : 'comment'
    return outcomeOf(event, form, fields, async () => {
      await commentOnGroup(platform, actor, { ...fields, ...fieldsOf(event, params) }, senderOf(event))
      return undefined
    })
  }),
  deletecomment: action('deletecomment', deleteGroupComment, { params }),
  close: action('close', closeGroup, { params, asks: ({ reason }) => reason?.trim() !== '' }),
  reopen: action('reopen', reopenGroup, { params }),
  rename: handles(
    operationWith(renameGroup, { group: String }),
    staffAction(
      permissionLevel.moderator,
      'rename',
      async ({ platform, actor, event }: Acting<RequestEvent>, fields) => {
        const { path } = await renameGroup(platform, actor, { ...fields, group: event.params.name })
        redirect(302, path)
      },
    ),
  ),
}
