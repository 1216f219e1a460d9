import type { ConfigInput } from '@baseplate/platform/config/schema'
import configured from './no-rendering.config.ts'

/** A configuration with which join scripts have the keys of players. */
export default { ...configured, Players: { Verify: 'report' } } satisfies ConfigInput
