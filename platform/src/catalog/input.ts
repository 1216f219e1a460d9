import { z } from 'zod'
import { unitsInput } from '../foundation/money.ts'
import { assetType, maxPrice } from './rules.ts'

const nameLimits = { min: 3, max: 50 }
const nameError = `Names have ${nameLimits.min} to ${nameLimits.max} characters`

export const createAssetInput = z.object({
  type: z.literal(Object.values(assetType), { error: 'There is no such type of asset' }),
  name: z
    .string({ error: nameError })
    .trim()
    .min(nameLimits.min, { error: nameError })
    .max(nameLimits.max, { error: nameError }),
  description: z.string().max(1000, { error: 'Descriptions have at most 1000 characters' }).default(''),
})

const priceError = 'The price is an amount from 0 to 999, with at most six places'

/** In units; micro-units from then on. */
export const price = unitsInput(priceError).refine((micro) => micro <= maxPrice, { error: priceError })

/** What the page said that it costs. */
export const buyInput = z.object({ price: price.optional() })

/** An asset's id as clients write it; undefined for what is not a number. */
export const parseAssetId = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined

const pixels = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.number().min(1).max(4096))

/** Whose thumbnail, and its size in pixels. */
export const thumbnailInput = z.object({
  aid: z.string().regex(/^\d+$/).transform(Number).pipe(z.int()),
  wd: pixels,
  ht: pixels,
})
