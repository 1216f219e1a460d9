import { z } from 'zod'
import { placeInput } from '../input.ts'

/** A number of a world, of at most 15 digits, so that it is exact in JavaScript. */
const worldNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** A stored world of a place. */
export const worldInput = placeInput.extend({
  number: worldNumber.meta({ description: 'Number of the stored world.', example: '3' }),
})

/** The query of a server that fetches its world or reserves a number for it. */
export const worldAfterQuery = z.object({
  ticket: z.string().optional(),
  after: worldNumber.default(0),
})

/** The query of a world that arrives. */
export const worldArrivalQuery = z.object({
  ticket: z.string().optional(),
  number: worldNumber,
  cause: z.enum(['stop', 'interval']),
})
