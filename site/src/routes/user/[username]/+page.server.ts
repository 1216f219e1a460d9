import type { Actor } from '@baseplate/platform/accounts/rules'
import { rerenderAvatar } from '@baseplate/platform/avatars/rerender'
import type { Platform } from '@baseplate/platform/platform'
import { viewProfile } from '@baseplate/platform/profiles/view'
import { acceptRequest, declineRequest } from '@baseplate/platform/social/answer'
import { follow, unfollow } from '@baseplate/platform/social/follow'
import { cancelRequest, requestFriendship } from '@baseplate/platform/social/request'
import { unfriend } from '@baseplate/platform/social/unfriend'
import type { RequestEvent } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { placeItem } from '#lib/server/place-item.ts'
import { requireActor } from '#lib/server/session.ts'
import { themeFile } from '#lib/server/themes.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { platform } = event.locals
  const { theme, places, ...profile } = await viewProfile(platform, actor, event.params.username)
  return { ...profile, places: places.map(placeItem), profileTheme: themeFile(platform.config, theme) }
}

/** What the page shows afterwards says what was done. */
const move = (name: string, verb: (platform: Platform, actor: Actor, username: string) => Promise<void>) =>
  formAction(name, async (event: RequestEvent) => {
    await verb(event.locals.platform, requireActor(event), event.params.username ?? '')
    return undefined
  })

export const actions: Actions = {
  follow: move('follow', follow),
  unfollow: move('unfollow', unfollow),
  request: move('request', requestFriendship),
  cancel: move('cancel', cancelRequest),
  accept: move('accept', acceptRequest),
  decline: move('decline', declineRequest),
  unfriend: move('unfriend', unfriend),
  rerender: formAction('rerender', (event: RequestEvent) =>
    rerenderAvatar(event.locals.platform, requireActor(event), event.params.username ?? ''),
  ),
}
