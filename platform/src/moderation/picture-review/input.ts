import { z } from 'zod'
import { requiredReason } from '../../foundation/form-values.ts'

/** `picture`: id of the waiting picture that the reviewer saw. A picture that replaces it has another id. */
export const approvePictureInput = z.object({ picture: z.string().default('') })

export const refusePictureInput = approvePictureInput.extend({ reason: requiredReason })
