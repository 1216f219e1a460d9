import {
  acceptRequest,
  cancelRequest,
  declineRequest,
  requestFriendship,
} from '@baseplate/platform/social/door'
import { action } from './action.ts'

/** Actions of pages that list people with a button to become friends. The page shows the effect, so there is no message. */
export const friendActions = {
  request: action('request', requestFriendship),
  accept: action('accept', acceptRequest),
  decline: action('decline', declineRequest),
  cancel: action('cancel', cancelRequest),
}
