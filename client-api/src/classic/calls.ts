import type { ClassicCall } from './call.ts'
import { accountCalls } from './calls/accounts.ts'
import { appearanceCalls } from './calls/appearances.ts'
import { assetCalls } from './calls/assets.ts'
import { badgeCalls } from './calls/badges.ts'
import { constantCalls } from './calls/constants.ts'
import { friendshipCalls } from './calls/friendships.ts'
import { groupCalls } from './calls/groups.ts'
import { itemCalls } from './calls/items.ts'
import { launchCalls } from './calls/launch.ts'
import { notOfferedCalls } from './calls/not-offered.ts'
import { pictureCalls } from './calls/pictures.ts'
import { placeScriptCalls } from './calls/place-scripts.ts'
import { protocolCalls } from './calls/protocol.ts'
import { relationCalls } from './calls/relations.ts'
import { reportCalls } from './calls/reports.ts'
import { savedDataCalls } from './calls/saved-data.ts'
import { signInCalls } from './calls/sign-in.ts'
import { socialRequestCalls } from './calls/social-requests.ts'
import { studioCalls } from './calls/studio.ts'
import { teleportCalls } from './calls/teleport.ts'
import { textCalls } from './calls/texts.ts'

/** Clients of some versions leave the extension out. */
const withShortPaths = (call: ClassicCall): ClassicCall => ({
  ...call,
  paths: [
    ...call.paths,
    ...call.paths
      .filter((path) => path.endsWith('.ashx'))
      .map((path) => path.slice(0, -'.ashx'.length))
      .filter((path) => !call.paths.includes(path)),
  ],
})

/** All calls of classic clients, game servers and studios: docs/reference/classic-calls.md. */
export const classicCalls: readonly ClassicCall[] = [
  ...protocolCalls,
  ...signInCalls,
  ...studioCalls,
  ...launchCalls,
  ...pictureCalls,
  ...appearanceCalls,
  ...assetCalls,
  ...accountCalls,
  ...friendshipCalls,
  ...relationCalls,
  ...groupCalls,
  ...socialRequestCalls,
  ...textCalls,
  ...reportCalls,
  ...itemCalls,
  ...placeScriptCalls,
  ...savedDataCalls,
  ...badgeCalls,
  ...notOfferedCalls,
  ...teleportCalls,
  ...constantCalls,
].map(withShortPaths)
