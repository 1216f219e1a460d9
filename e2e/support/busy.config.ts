import type { ConfigInput } from '@baseplate/platform/config/schema'
import noRendering from './no-rendering.config.ts'
import { unlimited } from './unlimited.ts'

/** For tests in which one user repeats an action as often as the machine allows. */
export default { ...noRendering, Limits: unlimited } satisfies ConfigInput
