import { z } from 'zod'
import { invalid, sentFile } from '../../foundation/input.ts'
import { assetInput, createAssetInput, price, wrongPrice } from '../input.ts'

const wrongType = invalid('assets.type_missing')

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
export const createInput = typeInput.extend({
  name,
  description,
  price: z.union([z.literal('').transform(() => undefined), price], wrongPrice).optional(),
  key: creationKey,
  asset: sentFile,
})

export type Creation = z.output<typeof createInput>

/** A document that its maker looks at before creating an item of it. */
export const tryInput = z.object({ asset: sentFile })

export const replaceInput = assetInput.extend({ asset: sentFile })
