import { constantSamples } from './constants.samples.ts'
import { launchSamples } from './launch.samples.ts'
import { protocolSamples } from './protocol.samples.ts'
import { reportSamples } from './reports.samples.ts'
import type { Sample } from './sample.ts'
import { savedDataSamples } from './saved-data.samples.ts'
import { socialSamples } from './social.samples.ts'

/** At least one sample of each row of the table of classic calls. */
export const samples: readonly Sample[] = [
  ...protocolSamples,
  ...launchSamples,
  ...socialSamples,
  ...reportSamples,
  ...savedDataSamples,
  ...constantSamples,
]
