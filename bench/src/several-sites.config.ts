import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'

/** All players connect from this machine, as from a proxy. Nothing is drawn, which would compete with the measurement. */
export default { TrustedProxies: ['127.0.0.1'], Renderer: { Workers: 0 } } satisfies ConfigInput
