import type { Actor } from '@baseplate/platform/accounts/rules'
import type { Platform } from '@baseplate/platform/platform'
import {
  acceptRequest,
  cancelRequest,
  declineRequest,
  requestFriendship,
} from '@baseplate/platform/social/friendships'
import { actorAction } from './form.ts'

/** Makes the action of a button beside a person. The page shows the effect, so there is no message. */
const answer = (name: string, verb: (platform: Platform, actor: Actor, username: string) => Promise<void>) =>
  actorAction(name, async ({ platform, actor }, { username = '' }) => {
    await verb(platform, actor, username)
    return undefined
  })

/** Actions of pages that list people with a button to become friends. */
export const friendActions = {
  request: answer('request', requestFriendship),
  accept: answer('accept', acceptRequest),
  decline: answer('decline', declineRequest),
  cancel: answer('cancel', cancelRequest),
}
