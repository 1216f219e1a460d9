import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'
import undrawn from './undrawn.config.ts'

/** For tests in which one user does the same as often as the machine allows. */
export default { ...undrawn, Limits: { VotesPerHour: 1_000_000 } } satisfies ConfigInput
