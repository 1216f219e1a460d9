import { z } from 'zod'
import { commentInput } from '../../comments/door.ts'
import { invalid } from '../../foundation/input.ts'

const wrongVersion = invalid('places.version_missing')

export const commentOnPlaceInput = commentInput.extend({
  id: z.number(),
  /** The ticket of a private place. */
  privateTicket: z.string().optional(),
  /** The update that the comment is about. Forms about the place itself send none. */
  version: z
    .union(
      [
        z.literal('').transform(() => 0),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ],
      wrongVersion,
    )
    .default(0),
})
