import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'

/** Environment of a product that trusts the client addresses stated in requests. */
export const behindProxy = { BASEPLATE_CONFIG: resolve(import.meta.dirname, 'behind-proxy.config.ts') }

/** Returns a different address each time, because sign-ins are limited by address. */
export const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
