import { z } from 'zod'
import type { Db } from '../../database.ts'
import type { IdentityChanges } from './rules.ts'

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

export const changesIn = (json: string): IdentityChanges => changesSchema.parse(JSON.parse(json))

/** Returns the version in force; undefined while the configuration is. */
export async function findNewest(db: Db): Promise<{ changes: IdentityChanges; created: number } | undefined> {
  const row = await db
    .selectFrom('site_identity')
    .select(['changes', 'created'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { changes: changesIn(row.changes), created: row.created }
}
