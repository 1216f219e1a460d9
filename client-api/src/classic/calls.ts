import type { ClassicCall } from './call.ts'
import { accountCalls } from './calls/accounts.ts'
import { constantCalls } from './calls/constants.ts'
import { friendshipCalls } from './calls/friendships.ts'
import { groupCalls } from './calls/groups.ts'
import { itemCalls } from './calls/items.ts'
import { notOfferedCalls } from './calls/not-offered.ts'
import { placeScriptCalls } from './calls/place-scripts.ts'
import { relationCalls } from './calls/relations.ts'
import { socialRequestCalls } from './calls/social-requests.ts'
import { textCalls } from './calls/texts.ts'

/** All calls of classic clients, game servers and studios: docs/reference/classic-calls.md. */
export const classicCalls: readonly ClassicCall[] = [
  ...constantCalls,
  ...accountCalls,
  ...friendshipCalls,
  ...relationCalls,
  ...groupCalls,
  ...socialRequestCalls,
  ...textCalls,
  ...itemCalls,
  ...placeScriptCalls,
  ...notOfferedCalls,
]
