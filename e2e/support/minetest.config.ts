import type { ConfigInput } from '@baseplate/platform/config/schema'
import configured from './no-rendering.config.ts'

/** A configuration in which game servers admit players from lists that they acknowledge. */
export default { ...configured, Engine: 'minetest' } satisfies ConfigInput
