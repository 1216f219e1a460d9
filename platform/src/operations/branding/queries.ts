import { CannotStart } from '@baseplate/service/cannot-start'
import { z } from 'zod'
import type { Db } from '../../foundation/database.ts'
import type { BrandingChanges } from './rules.ts'

const picture = z.object({ name: z.string(), width: z.int(), height: z.int() })

/** Ignores unknown keys, which a newer version of the product has written. */
const changesSchema = z.object({
  name: z.string().optional(),
  tagline: z.string().optional(),
  welcome: z.string().optional(),
  logo: picture.optional(),
  icon: picture.optional(),
  accent: z.string().optional(),
  terms: z.string().optional(),
  privacy: z.string().optional(),
  contact: z.string().optional(),
  languages: z.array(z.string()).optional(),
  genres: z.array(z.string()).optional(),
})

/** @throws CannotStart for a row that was changed by hand */
export function changesIn({ id, changes }: { id: string; changes: string }): BrandingChanges {
  try {
    return changesSchema.parse(JSON.parse(changes))
  } catch {
    throw new CannotStart(
      `The column "changes" of row ${id} in the table site_identity is invalid. Correct it, or delete the row.`,
    )
  }
}

/** Returns the version in force; undefined while the configuration is. */
export async function findNewest(db: Db): Promise<{ changes: BrandingChanges; created: number } | undefined> {
  const row = await db
    .selectFrom('site_identity')
    .select(['id', 'changes', 'created'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { changes: changesIn(row), created: row.created }
}
