import { z } from 'zod'
import { description, flag, isWritten, unitsInput, unwritten } from '../foundation/form-values.ts'
import { hasHidden, hidden, isVisible, plainText } from '../foundation/plain-text.ts'
import { maxSearchLength } from '../foundation/text-lengths.ts'
import { maxCommentLength } from './comments/rules.ts'
import { assetNameLimits, maxPrice, maxPriceUnits } from './rules.ts'
import { assetType } from './types.ts'

const nameError = `Names have ${assetNameLimits.min} to ${assetNameLimits.max} characters`

const name = z
  .string({ error: nameError })
  .trim()
  .min(assetNameLimits.min, { error: nameError })
  .max(assetNameLimits.max, { error: nameError })
  .refine(isWritten, { error: unwritten })
  .refine((text) => !hasHidden(text), { error: hidden })

export const createAssetInput = z.object({
  type: z.literal(Object.values(assetType), { error: 'There is no such type of asset' }),
  name,
  description,
})

export const priceError = `The price is an amount from 0 to ${maxPriceUnits}, with at most six places`

/** Parses units into micro-units. */
export const price = unitsInput(priceError).refine((micro) => micro <= maxPrice, { error: priceError })

/** Orders of the catalog. */
const catalogSorts = ['new', 'price', 'sold'] as const
export type CatalogSort = (typeof catalogSorts)[number]

const pageError = 'Pages count up from 1'
const page = z
  .string({ error: pageError })
  .regex(/^0*[1-9]\d{0,8}$/, { error: pageError })
  .transform(Number)

/** Filters a list by type. Forms send `type=` for all types. */
export const typeFilter = z
  .union(
    [
      z.literal('').transform(() => undefined),
      z
        .string()
        .regex(/^\d{1,3}$/)
        .transform(Number),
    ],
    {
      error: 'There is no such type of asset',
    },
  )
  .optional()

export const listInput = z.object({
  page: page.default(1),
  sort: z
    .enum(catalogSorts, { error: `The catalog is sorted by one of: ${catalogSorts.join(', ')}` })
    .default('new'),
  type: typeFilter,
})

const searchError = `Search for 1 to ${maxSearchLength} characters`

export const searchInput = z
  .object({
    q: z
      .string({ error: searchError })
      .trim()
      .min(1, { error: searchError })
      .max(maxSearchLength, { error: searchError }),
    p: page.optional(),
    page: page.optional(),
  })
  .transform(({ q, p, page }) => ({ q, p: p ?? page ?? 1 }))

export const updateAssetInput = z.object({ name, description, price, forSale: flag })

/** The price that the buyer has seen. */
export const buyInput = z.object({ price: price.optional() })

const noContent = { error: 'Comment must have content' }

export const commentInput = z.object({
  content: z
    .string(noContent)
    .transform((text) => plainText(text).trim())
    .refine(isVisible, noContent)
    .refine((text) => text.length <= maxCommentLength, {
      error: `Comments have at most ${maxCommentLength} characters`,
    }),
  /** The comment that it replies to. Forms send an empty text for none. */
  replyId: z.string().optional(),
})

/** Parses an asset id from an address. Returns undefined for any text but a number. */
export const parseAssetId = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined

const pixels = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.number().min(1).max(4096))

/** Id of an asset, and the width and height of its thumbnail in pixels. */
export const thumbnailInput = z.object({
  aid: z.string().regex(/^\d+$/).transform(Number).pipe(z.int()),
  wd: pixels,
  ht: pixels,
})
