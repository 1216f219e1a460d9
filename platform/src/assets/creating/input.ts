import { z } from 'zod'
import { createAssetInput, price, priceError } from '../input.ts'

const typeError = 'Choose what to create'

/** Read before all else: for what one may not create, nothing more is asked. */
export const typeInput = z.object({
  type: z
    .string({ error: typeError })
    .regex(/^\d{1,3}$/, { error: typeError })
    .transform(Number),
})

const { name, description } = createAssetInput.shape

/** An empty price is none: what has none is not for sale. */
export const createInput = z.object({
  name,
  description,
  price: z.union([z.literal('').transform(() => undefined), price], { error: priceError }).optional(),
  key: z
    .string()
    .regex(/^[a-z0-9]{1,40}$/)
    .optional(),
})
