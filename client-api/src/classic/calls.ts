import type { ClassicCall } from './call.ts'
import { constantCalls } from './calls/constants.ts'
import { protocolCalls } from './calls/protocol.ts'
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
  ...teleportCalls,
  ...constantCalls,
].map(withShortPaths)
