import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'
import configured from '../../baseplate.config.ts'

/** The checkout's configuration for tests that need no pictures of players and items. */
export default { ...configured, Renderer: { Workers: 0 } } satisfies ConfigInput
