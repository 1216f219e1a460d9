import { minute } from '@baseplate/service/clock'
import type { Door } from '../foundation/door.ts'
import type { Services } from '../foundation/services.ts'
import type { Notifications } from '../notifications/door.ts'
import { exports } from './export.ts'
import { sweepParties } from './sweep.ts'
import type {} from './tables.ts'

export { inviteToParty } from './invite.ts'
export { createParty, joinParty, leaveAnyParty, leaveParty, leaveSharedParty } from './membership.ts'
export { playTogether } from './play.ts'
export { maxMembers, partyPath } from './rules.ts'
export { type Invitation, type PartyView, viewInvitation, viewParty } from './view.ts'

export const door = {
  jobs: (platform) => [platform.sharedJobs.start('sweep parties', minute, () => sweepParties(platform))],
  exports,
} satisfies Door<Services & Notifications>
