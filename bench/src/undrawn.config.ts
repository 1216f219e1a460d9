import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'

/** Nothing is drawn: a million assets without pictures would be, all the time that something else is measured. */
export default { Renderer: { Workers: 0 } } satisfies ConfigInput
