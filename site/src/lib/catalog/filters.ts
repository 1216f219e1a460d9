import { isOn } from '@baseplate/platform/foundation/is-on'
import { formatNumber } from '#lib/texts/format.ts'
import { t } from '#lib/texts/t.ts'

/** The query of the catalog: search, order, type, filters and page, as strings from the URL. */
export interface CatalogQuery {
  q?: string | undefined
  sort?: string | undefined
  type?: string | undefined
  min?: string | undefined
  max?: string | undefined
  creator?: string | undefined
  free?: string | undefined
  owned?: string | undefined
  page?: string | undefined
  /** Cursor of a page of a filtered list. It belongs to the page's number. */
  after?: string | undefined
}

const names = ['q', 'sort', 'type', 'min', 'max', 'creator', 'free', 'owned', 'page', 'after'] as const

export const queryIn = (parameters: Pick<URLSearchParams, 'get'>): CatalogQuery =>
  Object.fromEntries(names.map((name) => [name, parameters.get(name) || undefined]))

/** Returns the address of the catalog with a query, without empty values. */
export function catalogAddress(query: CatalogQuery): string {
  const filled = names.flatMap((name) => {
    const value = query[name]
    const isImplied = (name === 'page' && value === '1') || (name === 'after' && !query.page)
    return value && !isImplied ? [[name, value]] : []
  })
  return filled.length > 0 ? `/catalog?${new URLSearchParams(filled)}` : '/catalog'
}

export const isFree = (query: CatalogQuery): boolean => isOn(query.free)
export const isOwned = (query: CatalogQuery): boolean => isOn(query.owned)

/** Returns the filters that the form has set, each with its label and the query without it. */
export function activeFilters(
  query: CatalogQuery,
  currency: string,
): { label: string; without: CatalogQuery }[] {
  const { min, max, creator } = query
  const price = isFree(query) ? undefined : priceWords(min, max, currency)
  return [
    ...(price
      ? [{ label: price, without: { ...query, min: undefined, max: undefined, page: undefined } }]
      : []),
    ...(creator
      ? [
          {
            label: t('dressing.filters.creator.value', { creator }),
            without: { ...query, creator: undefined, page: undefined },
          },
        ]
      : []),
  ]
}

function priceWords(min: string | undefined, max: string | undefined, currency: string): string | undefined {
  const words = (units: string) => `${currency}\u00a0${formatNumber(Number(units.replace(',', '.')))}`
  if (min && max) return t('dressing.filters.price.between', { min: words(min), max: words(max) })
  if (min) return t('dressing.filters.price.from', { price: words(min) })
  return max ? t('dressing.filters.price.to', { price: words(max) }) : undefined
}
