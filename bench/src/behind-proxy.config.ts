import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'

/** The load comes from this machine, and says where it would come from. */
export default { TrustedProxies: ['127.0.0.1'] } satisfies ConfigInput
