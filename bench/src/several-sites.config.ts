import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'

/**
 * Trusts this machine as a proxy, because all players connect from it. Disables rendering, which would compete with the
 * measurement.
 */
export default { TrustedProxies: ['127.0.0.1'], Renderer: { Workers: 0 } } satisfies ConfigInput
