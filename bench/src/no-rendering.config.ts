import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'

/** Disables rendering, which would compete with the measurement. */
export default { Renderer: { Workers: 0 } } satisfies ConfigInput
