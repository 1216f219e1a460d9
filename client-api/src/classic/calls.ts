import type { ClassicCall } from './call.ts'
import { appearanceCalls } from './calls/appearances.ts'
import { assetCalls } from './calls/assets.ts'
import { constantCalls } from './calls/constants.ts'
import { launchCalls } from './calls/launch.ts'
import { pictureCalls } from './calls/pictures.ts'
import { protocolCalls } from './calls/protocol.ts'
import { signInCalls } from './calls/sign-in.ts'
import { studioCalls } from './calls/studio.ts'
import { teleportCalls } from './calls/teleport.ts'

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
  ...launchCalls,
  ...teleportCalls,
  ...assetCalls,
  ...appearanceCalls,
  ...pictureCalls,
  ...studioCalls,
  ...constantCalls,
].map(withShortPaths)
