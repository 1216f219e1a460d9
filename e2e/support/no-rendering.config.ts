import type { ConfigInput } from '@baseplate/platform/config/schema'
import configured from '../../baseplate.config.ts'

/** The checkout's configuration with models, for tests that need no renders of players and items. */
export default {
  ...configured,
  Assets: { Creatable: [2, 8, 10, 11, 12, 13] },
  Renderer: { Workers: 0 },
} satisfies ConfigInput
