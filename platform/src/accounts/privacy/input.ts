import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { audiences } from './rules.ts'

const audience = z.enum(audiences, invalid('privacy.audience_invalid')).optional()

/** Programs may send some of the settings. The others stay as they are. */
export const privacyInput = z.object({
  online: audience,
  playing: audience,
  joinable: audience,
  requests: audience,
  follows: audience,
  comments: audience,
  inventory: audience,
  friends: audience,
  /** Feeds have no readers that could be friends. */
  postFeed: z.enum(['Everybody', 'Nobody'], invalid('privacy.audience_invalid')).optional(),
})
