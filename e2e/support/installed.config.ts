import type { ConfigInput } from '@baseplate/platform/config/schema'
import configured from '../../baseplate.config.ts'

/** The checkout's configuration with the second factors of an installation (`deploy/config.ts`). */
export default { ...configured, Security: { RequireSecondFactor: 4 } } satisfies ConfigInput
