import type { ConfigInput } from '@baseplate/platform/config/schema'

/**
 * Trusts this machine as a proxy, so that each request of a load can state its own client address. Disables rendering,
 * which would compete with the measurement.
 */
export default { TrustedProxies: ['127.0.0.1'], Renderer: { Workers: 0 } } satisfies ConfigInput
