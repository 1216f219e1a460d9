import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'

/** Trusts this machine as a proxy, so that each request of the load can state its own client address. */
export default { TrustedProxies: ['127.0.0.1'] } satisfies ConfigInput
