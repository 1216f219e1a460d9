import type { Clock } from '@baseplate/service/clock'
import { lockTable } from '@baseplate/storage/database/lock-table'
import { recordAction, useCase } from '../../accounts/door.ts'
import { type Actor, administratorAccess } from '../../accounts/rules.ts'
import type { BrandingReader } from '../../foundation/branding.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { brandingInput, restoreInput } from './input.ts'
import { changesIn, findNewest } from './queries.ts'
import { type BrandingChanges, type Configured, differences } from './rules.ts'

export interface Editing {
  db: Db
  now: Clock
  branding: BrandingReader
  config: Configured
  texts: { locales: readonly string[] }
}

/** @throws InvalidFields for each field of `brandingInput` */
export const changeBranding = useCase(
  {
    ...administratorAccess,
    summary:
      "Changes the platform's name, texts, accent, links, languages and genres. A value that is the configured one follows the configuration.",
    input: ({ texts }: Editing) => brandingInput(texts.locales),
  },
  async (platform: Editing, actor, { name, tagline, accent, languages, genres, ...rest }): Promise<void> => {
    const { config, texts } = platform
    const isEveryLanguage = languages.length === 0 || languages.join() === texts.locales.join()
    const isConfiguredList = genres.length === 0 || genres.join('\n') === config.Places.Genres.join('\n')
    await store(platform, actor, (changes) => ({
      logo: changes.logo,
      icon: changes.icon,
      name: name === config.Name ? undefined : name,
      tagline: tagline === config.Tagline ? undefined : tagline,
      accent: accent || undefined,
      languages: isEveryLanguage ? undefined : languages,
      genres: isConfiguredList ? undefined : genres,
      welcome: rest.welcome || undefined,
      terms: rest.terms || undefined,
      privacy: rest.privacy || undefined,
      contact: rest.contact || undefined,
    }))
  },
)

/** @throws Refused `missing`: no such version. */
export const restoreBranding = useCase(
  {
    ...administratorAccess,
    summary:
      'Brings back an earlier version, or the configuration when `id` is empty. It becomes the newest version.',
    input: restoreInput,
  },
  async (platform: Editing, actor, { id }): Promise<void> => {
    const restored = id === '' ? {} : await findVersion(platform.db, id)
    await store(platform, actor, () => restored)
  },
)

async function findVersion(db: Db, id: string): Promise<BrandingChanges> {
  const row = await db
    .selectFrom('site_identity')
    .select(['id', 'changes'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refused('identity.version_not_found')
  return changesIn(row)
}

/** Stores a version, unless it changes nothing, and records it. */
export async function store(
  platform: Pick<Editing, 'db' | 'now' | 'branding'>,
  actor: Actor,
  change: (current: BrandingChanges) => BrandingChanges,
): Promise<void> {
  await platform.db.transaction().execute(async (db) => {
    await lockTable(db, 'site_identity')
    const newest = await findNewest(db)
    const current = newest?.changes ?? {}
    const next = change(current)
    const { before, after } = differences(current, next)
    if (Object.keys(after).length === 0) return
    // Ids sort by time, so two versions must not have the same one.
    const created = Math.max(platform.now(), (newest?.created ?? 0) + 1)
    await db
      .insertInto('site_identity')
      .values({ id: newTimedId(created), created, actor_id: actor.id, changes: JSON.stringify(next) })
      .execute()
    await recordAction(db, { actor, action: 'changesite', subject: 'site:identity', before, after }, created)
  })
  platform.branding.forget()
}
