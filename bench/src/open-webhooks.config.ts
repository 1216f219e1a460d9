import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'

/** Lets webhooks reach the receiver of the benchmark, which is on this machine. */
export default { Webhooks: { AllowPrivateNetwork: true } } satisfies ConfigInput
