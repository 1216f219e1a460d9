import type { ConfigInput } from '@baseplate/platform/config/schema'

/** Configuration of the demo world, independent of the operator's. */
export default {
  Name: 'Little Harbour',
  Tagline: 'A made-up world for trying out Baseplate.',
  // An example flag: the frame rate limit of clients.
  Flags: { DFIntTaskSchedulerTargetFps: '60' },
  Assets: { Creatable: [2, 8, 10, 11, 12, 13] },
} satisfies ConfigInput
