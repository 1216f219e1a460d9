import { z } from 'zod'
import { createAssetInput, price, priceError } from '../input.ts'

const typeError = 'Choose what to create'

/** Read before the other fields, because their rules do not matter if the type may not be created. */
export const typeInput = z.object({
  type: z
    .string({ error: typeError })
    .regex(/^\d{1,3}$/, { error: typeError })
    .transform(Number),
})

const { name, description } = createAssetInput.shape

/** An asset without a price is not for sale. */
export const createInput = z.object({
  name,
  description,
  price: z.union([z.literal('').transform(() => undefined), price], { error: priceError }).optional(),
  key: z
    .string()
    .regex(/^[a-z0-9]{1,40}$/)
    .optional(),
})
