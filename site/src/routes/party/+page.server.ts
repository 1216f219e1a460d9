import type { Actor } from '@baseplate/platform/accounts/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import {
  createParty,
  type Invitation,
  inviteToParty,
  joinParty,
  leaveParty,
  maxMembers,
  partyPath,
  playTogether,
  viewInvitation,
  viewParty,
} from '@baseplate/platform/parties/door'
import { viewOwnPeople } from '@baseplate/platform/people/door'
import type { Platform } from '@baseplate/platform/platform'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { rememberDestination } from '#lib/server/destination.ts'
import { handles } from '#lib/server/operation.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

const noParty = { code: null, members: [], place: null, link: '', max: maxMembers }

export const load: PageServerLoad = handles(
  {
    reads: ['code'],
    scope: 'read',
    summary: "Loads the viewer's party, or with `?code=` the invitation to a party, which visitors see too.",
  },
  async (event: PageServerLoadEvent) => {
    const code = event.url.searchParams.get('code')
    const { platform } = event.locals
    if (!event.locals.actor && code !== null) {
      rememberDestination(event)
      return { ...noParty, friends: [], invitation: await findInvitation(platform, null, code), scheme: '' }
    }
    const { actor } = asActor(event)
    const party = await viewParty(platform, actor)
    if (code !== null && party?.code === code) redirect(303, '/party')
    const members = new Set(party?.members.map(({ username }) => username))
    const friends = party ? (await viewOwnPeople(platform, actor, 'friends')).people : []
    return {
      ...noParty,
      ...(party && { ...party, link: `${platform.config.baseUrl}${partyPath(party.code)}` }),
      /** Friends who can be invited, of the first page of all friends. */
      friends: friends.filter(({ username }) => !members.has(username)),
      invitation: code === null ? null : await findInvitation(platform, actor, code),
      scheme: platform.config.Client.LauncherScheme,
    }
  },
)

/** Returns the invitation of a link; `over` for an ended party, which the page explains instead of failing. */
async function findInvitation(
  platform: Platform,
  actor: Actor | null,
  code: string,
): Promise<Invitation | 'over'> {
  try {
    return await viewInvitation(platform, actor, { code })
  } catch (error) {
    if (error instanceof Refused && error.reason === 'missing') return 'over'
    throw error
  }
}

export const actions: Actions = {
  create: action('create', createParty, {
    done: (_, { event }) => {
      event.locals.inParty = true
      return undefined
    },
  }),
  invite: action('invite', inviteToParty, {
    done: (_, __, { username = '' }) => ({ invited: username, message: t('party.invited', { username }) }),
  }),
  join: action('join', joinParty, {
    done: (_, { event }) => {
      event.locals.inParty = true
      return undefined
    },
  }),
  leave: action('leave', leaveParty, {
    done: (_, { event }) => {
      event.locals.inParty = false
      return undefined
    },
  }),
  play: action('play', playTogether),
}
