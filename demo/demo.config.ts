import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'

/** The demo world's own configuration: it does not depend on what the operator has written in theirs. */
export default {
  Name: 'Little Harbour',
  Tagline: 'A made-up world, to try Baseplate with.',
  // Something to change: clients draw so many pictures a second at most.
  Flags: { DFIntTaskSchedulerTargetFps: '60' },
  Assets: { Creatable: [2, 8, 10, 11, 12, 13] },
} satisfies ConfigInput
