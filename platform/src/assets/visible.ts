/**
 * SQL conditions on the visibility of assets. Every query that filters by it uses one of them. They hold literals instead of parameters,
 * so that the databases can use the partial indexes.
 */
import { sql } from 'kysely'
import type { Visibility } from './rules.ts'
import { unlistedTypes } from './types.ts'

const is = (visibility: Visibility) => sql<boolean>`assets.visibility = ${sql.lit(visibility)}`
const isNot = (visibility: Visibility) => sql<boolean>`assets.visibility <> ${sql.lit(visibility)}`

/** The asset is approved and not taken down, so everybody sees it. */
export const isVisible = is('Visible')

/** The asset waits for approval, or is moderated. */
export const isNotVisible = isNot('Visible')

/** The asset waits for approval. */
export const isPending = is('Pending')

/** The asset was rejected or taken down. */
export const isModerated = is('Moderated')

/** The asset is visible or waits for approval. */
export const isNotModerated = isNot('Moderated')

/** The file of the asset is served. `isServed` of `rules.ts` says the same of an asset that was read. */
export const isServed = sql<boolean>`(${isNotModerated} and assets.withheld = 0)`

/** The catalog lists the asset: it is visible, and not a part of another asset. The indexes of the catalog have this condition. */
export const isListed = sql<boolean>`${isVisible} and type not in (${sql.raw(unlistedTypes.join(', '))})`
