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
  /** Readers of a feed are anonymous, so `Friends` is not offered. */
  postFeed: z.enum(['Everybody', 'Nobody'], invalid('privacy.audience_invalid')).optional(),
})
