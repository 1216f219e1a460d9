import { openUseCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import type { Spelling } from '../../foundation/spelling.ts'
import { searchInput } from '../input.ts'
import { type Found, findInCatalog } from './search.ts'

interface CorrectedFound extends Found {
  /** The text that was searched for instead of `q`, which nothing matches; null: no correction. */
  corrected: string | null
}

/** @throws InvalidFields */
export const searchCorrected = openUseCase(
  {
    summary:
      'Finds items of the catalog by name or part of a name. If nothing matches, it searches for the corrected text.',
    scope: 'read',
    input: searchInput,
  },
  async (
    { db, assetSpelling }: { db: Db; assetSpelling: Spelling },
    viewer,
    search,
  ): Promise<CorrectedFound> => {
    const found = await findInCatalog(db, viewer, search)
    if (found.assets.length > 0) return { ...found, corrected: null }
    const corrected = await assetSpelling.correct(nameKeyOf(found.q))
    if (corrected === undefined) return { ...found, corrected: null }
    const instead = await findInCatalog(db, viewer, { ...search, q: corrected })
    return instead.assets.length > 0 ? { ...instead, q: found.q, corrected } : { ...found, corrected: null }
  },
)
