import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'
import configured from './drawn.config.ts'

/** The configuration of tests that draw, with models, for tests that need no pictures of players and items. */
export default {
  ...configured,
  Assets: { Creatable: [2, 8, 10, 11, 12, 13] },
  Renderer: { Workers: 0 },
} satisfies ConfigInput
