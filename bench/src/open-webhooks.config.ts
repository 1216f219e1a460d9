import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'

/** Configuration in which webhooks may lead to the receiver of the bench. */
export default { Webhooks: { AllowPrivateNetwork: true } } satisfies ConfigInput
