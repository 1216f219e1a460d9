import type { ClassicCall } from './call.ts'
import { appearanceCalls } from './calls/appearances.ts'
import { assetCalls } from './calls/assets.ts'
import { constantCalls } from './calls/constants.ts'
import { launchCalls } from './calls/launch.ts'
import { pictureCalls } from './calls/pictures.ts'
import { signInCalls } from './calls/sign-in.ts'
import { studioCalls } from './calls/studio.ts'

/** All calls of classic clients, game servers and studios: docs/reference/classic-calls.md. */
export const classicCalls: readonly ClassicCall[] = [
  ...constantCalls,
  ...signInCalls,
  ...studioCalls,
  ...launchCalls,
  ...pictureCalls,
  ...appearanceCalls,
  ...assetCalls,
]
