import { z } from 'zod'
import { description, flag, isUsableName, unitsInput } from '../foundation/form-values.ts'
import { invalid } from '../foundation/input.ts'
import { hasHidden } from '../foundation/plain-text.ts'
import { maxSearchLength } from '../foundation/text-lengths.ts'
import { assetNameLimits, maxPrice, maxPriceUnits } from './rules.ts'
import { assetType } from './types.ts'

const wrongLength = invalid('input.length', assetNameLimits)

const name = z
  .string(wrongLength)
  .trim()
  .min(assetNameLimits.min, wrongLength)
  .max(assetNameLimits.max, wrongLength)
  .refine(isUsableName, invalid('input.name_unwritten'))
  .refine((text) => !hasHidden(text), invalid('input.name_hidden'))

export const createAssetInput = z.object({
  type: z.literal(Object.values(assetType), invalid('assets.type_invalid')),
  name,
  description,
})

export const wrongPrice = invalid('assets.price_invalid', { max: maxPriceUnits })

/** Parses units into micro-units. */
export const price = unitsInput(wrongPrice).refine((micro) => micro <= maxPrice, wrongPrice)

/** The address of a page names the asset. */
export const assetInput = z.object({ id: z.number() })

/** Orders of the catalog. */
const catalogSorts = ['new', 'price', 'sold'] as const
export type CatalogSort = (typeof catalogSorts)[number]

const wrongPage = invalid('input.page_invalid')
const page = z
  .string(wrongPage)
  .regex(/^0*[1-9]\d{0,8}$/, wrongPage)
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
    invalid('assets.type_invalid'),
  )
  .optional()

const sort = z.enum(catalogSorts, invalid('input.sort_unknown', { options: catalogSorts.join(', ') }))

/** A bound of prices in units. Forms send an empty text for none. */
const priceBound = z.union([z.literal('').transform(() => undefined), price]).optional()

/** Filters of the catalog. `free` replaces the bounds of the price. */
const filterInput = z.object({
  type: typeFilter,
  min: priceBound,
  max: priceBound,
  free: flag.default(false),
  owned: flag.default(false),
  creator: z
    .string()
    .trim()
    .transform((name) => (name === '' ? undefined : name))
    .optional(),
})

export type CatalogFilters = z.output<typeof filterInput>

export const listInput = filterInput.extend({
  page: page.default(1),
  sort: sort.default('new'),
  /** Cursor of a filtered list. */
  after: z.string().optional(),
})

const wrongSearch = invalid('input.search_length', { max: maxSearchLength })

const q = z.string(wrongSearch).trim().min(1, wrongSearch).max(maxSearchLength, wrongSearch)

/** The query of the catalog's page, which is a search if it has a text. */
export const catalogInput = listInput.extend({ q: q.optional(), p: page.optional() })

export const searchInput = filterInput
  .extend({
    q,
    p: page.optional(),
    page: page.optional(),
    /** By default, the best match comes first. */
    sort: sort.optional(),
  })
  .transform(({ p, page, ...search }) => ({ ...search, p: p ?? page ?? 1 }))

export type CatalogSearch = z.output<typeof searchInput>

export const updateAssetInput = assetInput.extend({ name, description, price, forSale: flag })

/** The price that the buyer has seen. */
export const buyInput = assetInput.extend({ price: price.optional() })

const writtenId = z.string().regex(/^\d+$/).transform(Number)

/** Parses an asset id from an address. Returns undefined for any text but a number. */
export const parseAssetId = (text: string | undefined): number | undefined => writtenId.safeParse(text).data

/** Id of an asset as game clients write it. */
export const assetQuery = z.object({ id: writtenId })

/** Id of an asset that is rendered on a neutral character. It need not exist. */
export const characterAssetQuery = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int()),
})

const pixels = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.number().min(1).max(4096))

/** Id of an asset, and the width and height of its thumbnail in pixels. */
export const thumbnailQuery = z.object({
  aid: writtenId.pipe(z.int()),
  wd: pixels,
  ht: pixels,
})

export type ThumbnailQuery = z.output<typeof thumbnailQuery>
