import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'

const wrongVersion = invalid('places.version_missing')

/** The update that a comment is about. Forms about the place itself send none. */
export const commentedInput = z.object({
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
