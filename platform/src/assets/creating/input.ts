import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { createAssetInput, price, wrongPrice } from '../input.ts'

const wrongType = invalid('assets.type_missing')

/** Read before the other fields, because their rules do not matter if the type may not be created. */
export const typeInput = z.object({
  type: z
    .string(wrongType)
    .regex(/^\d{1,3}$/, wrongType)
    .transform(Number),
})

const { name, description } = createAssetInput.shape

/** Identifies a form, so that sending it again creates nothing more. */
export const creationKey = z
  .string()
  .regex(/^[a-z0-9]{1,40}$/)
  .optional()

/** An asset without a price is not for sale. */
export const createInput = z.object({
  name,
  description,
  price: z.union([z.literal('').transform(() => undefined), price], wrongPrice).optional(),
  key: creationKey,
})
