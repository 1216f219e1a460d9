import { z } from 'zod'
import { createAssetInput, price } from '../catalog/input.ts'
import { isSearchable } from '../foundation/name-key.ts'
import { plainText } from '../foundation/plain-text.ts'

const typeError = 'Choose what to create'

/** Read before all else: for what one may not create, nothing more is asked. */
export const typeInput = z.object({
  type: z
    .string({ error: typeError })
    .regex(/^\d{1,3}$/, { error: typeError })
    .transform(Number),
})

const { name } = createAssetInput.shape

const maxDescription = 1000

/** An empty price is none: what has none is not for sale. */
export const createInput = z.object({
  name: name.refine(isSearchable, { error: 'Names are written in letters, digits and signs' }),
  description: z
    .string()
    .default('')
    .transform(plainText)
    .refine((text) => text.length <= maxDescription, {
      error: `Descriptions have at most ${maxDescription} characters`,
    }),
  price: z.union([z.literal('').transform(() => undefined), price]).optional(),
  key: z
    .string()
    .regex(/^[a-z0-9]{1,40}$/)
    .optional(),
})
