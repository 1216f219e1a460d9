import { keysetPage } from '@baseplate/storage/database/keyset'
import { useCase } from '../../accounts/door.ts'
import { administratorAccess } from '../../accounts/rules.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import type { Editing } from './edit.ts'
import { historyInput } from './input.ts'
import { changesIn, findNewest } from './queries.ts'
import { type BrandingChanges, brandingOf, differences } from './rules.ts'

const perPage = 20

/** A version of the branding, with the values that it changed. */
export interface BrandingVersion {
  /** Empty: the configuration. */
  id: string
  /** Unix milliseconds. */
  created: number
  /** Null for a deleted account. */
  actor: string | null
  /** Id of the version before; empty: the configuration. */
  previous: string
  /** The changed values by name; null for the configured one. */
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** @throws Refused `invalid` for an unknown cursor */
export const viewBranding = useCase(
  {
    ...administratorAccess,
    summary: 'Returns the identity in force, the configured one, and a page of versions, newest first.',
    input: historyInput,
  },
  async ({ db, config, texts }: Pick<Editing, 'db' | 'config' | 'texts'>, _, { cursor }) => {
    // One row more than `toPage` needs, because each version is compared with the one before it.
    const read = await listVersions(db, parseCursor(cursor), perPage + 2)
    const changed = read.map(changesIn)
    const versions = read.map((row, index): BrandingVersion & { changes: BrandingChanges } => {
      const changes = changed[index] ?? {}
      return {
        ...row,
        changes,
        previous: read[index + 1]?.id ?? '',
        ...differences(changed[index + 1] ?? {}, changes),
      }
    })
    const { rows, next } = toPage(versions.slice(0, perPage + 1), perPage)
    return {
      identity: brandingOf(config, texts.locales, (await findNewest(db))?.changes ?? {}),
      configured: brandingOf(config, texts.locales, {}),
      versions: rows.map(({ changes: _, ...version }) => version),
      next,
    }
  },
)

const listVersions = (db: Db, after: ReturnType<typeof parseCursor>, limit: number) =>
  db
    .selectFrom('site_identity as version')
    .leftJoin('users as actor', 'actor.id', 'version.actor_id')
    .select(['version.id', 'version.created', 'version.changes', 'actor.username as actor'])
    .$call((query) =>
      keysetPage(query, ['version.id'], { after: after && [after.id], direction: 'desc', limit }),
    )
    .execute()
