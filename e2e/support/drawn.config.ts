import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'
import configured from '../../baseplate.config.ts'

/** The checkout's configuration, without second factors, which most tests have no use for. */
export default { ...configured, Security: { RequireSecondFactor: 0 } } satisfies ConfigInput
