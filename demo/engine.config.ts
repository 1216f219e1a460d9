import type { ConfigInput } from '@baseplate/platform/config/schema'
import demo from './demo.config.ts'

/** Configuration of the demo world whose games are played with the engine Minetest. Each starts a server at the first Play. */
export default {
  ...demo,
  Engine: 'minetest',
  Gameservers: { Hosting: 'Dedicated' },
} satisfies ConfigInput
