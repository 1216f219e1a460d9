import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import type { Spelling } from '../../foundation/spelling.ts'
import { type Found, searchCatalog } from './search.ts'

interface CorrectedFound extends Found {
  /** The text that was searched for instead of `q`, which nothing matches; null: no correction. */
  corrected: string | null
}

/** Finds listed assets as `searchCatalog` does. If nothing matches, it searches for the corrected text. @throws InvalidFields */
export async function searchCorrected(
  platform: { db: Db; assetSpelling: Spelling },
  input: Readonly<Record<string, string>>,
  viewer: Actor | null = null,
): Promise<CorrectedFound> {
  const found = await searchCatalog(platform, input, viewer)
  if (found.assets.length > 0) return { ...found, corrected: null }
  const corrected = await platform.assetSpelling.correct(nameKeyOf(found.q))
  if (corrected === undefined) return { ...found, corrected: null }
  const instead = await searchCatalog(platform, { ...input, q: corrected }, viewer)
  return instead.assets.length > 0 ? { ...instead, q: found.q, corrected } : { ...found, corrected: null }
}
