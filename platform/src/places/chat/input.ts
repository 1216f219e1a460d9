import { z } from 'zod'
import { maxPlayerNumber } from '../../accounts/numbers/rules.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { maxLineLength, maxLines } from './rules.ts'

/** Lines of chat, as a game server sends them. `at`: Unix milliseconds. */
export const chatInput = z
  .array(
    z.object({
      number: z.int().min(1).max(maxPlayerNumber),
      text: z.string().transform((text) => plainText(text).slice(0, maxLineLength)),
      at: z.number(),
    }),
  )
  .max(maxLines)
