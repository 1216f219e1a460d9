import { z } from 'zod'
import { requiredReason } from '../../foundation/form-values.ts'
import { invalid } from '../../foundation/input.ts'

/** An invalid id becomes 0, which no asset has. */
const id = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .catch(0)

/** `file`: hex SHA-256 of the file that the reviewer saw. */
export const approveInput = z.object({ id, file: z.string().optional() })

export const refuseInput = approveInput.extend({
  reason: requiredReason,
})

/** Without an id, claims the assets that have waited longest. */
export const claimInput = z.object({
  id: z
    .string()
    .regex(/^\d{1,9}$/, invalid('assets.not_found'))
    .transform(Number)
    .optional(),
})

export const releaseInput = z.object({ id })
