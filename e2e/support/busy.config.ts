import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'
import undrawn from './no-rendering.config.ts'
import { unlimited } from './unlimited.ts'

/** For tests in which one user does the same as often as the machine allows. */
export default { ...undrawn, Limits: unlimited } satisfies ConfigInput
