import type { Clock } from '@baseplate/service/clock'
import type { BrandingReader } from '../foundation/branding.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import type { TextFilter } from '../foundation/text-filter.ts'
import { profileInput } from './input.ts'
import { findUser, requireOwnAccount } from './queries.ts'
import type { Actor } from './rules.ts'
import { useCase } from './use-case.ts'

interface Settings {
  db: Db
  config: Pick<Config, 'Themes'>
  branding: Pick<BrandingReader, 'read'>
}

/**
 * Returns the profile settings of the actor. A theme that is no longer configured falls back to the first one. A language
 * that is no longer offered counts as none.
 */
export async function viewProfileSettings({ db, config, branding }: Settings, actor: Actor) {
  const user = await requireOwnAccount(db, actor)
  const { languages } = await branding.read()
  const themes = config.Themes.map(({ Name }) => Name)
  return {
    description: { text: user.description, updated: user.description_updated },
    selectedTheme: themes.find((theme) => theme === user.theme) ?? themes[0] ?? '',
    themes,
    language: languages.find((locale) => locale === user.language) ?? null,
    email: user.email,
  }
}

interface Updating extends Settings {
  now: Clock
  filterText: TextFilter
}

/** @throws InvalidFields */
export const updateProfile = useCase(
  {
    summary: 'Saves the description, the theme and, if given, the language.',
    scope: 'browser',
    input: async ({ config, branding }: Updating) =>
      profileInput({
        themes: config.Themes.map(({ Name }) => Name),
        languages: (await branding.read()).languages,
      }),
  },
  async ({ db, now, filterText }: Updating, actor, { theme, language, ...written }): Promise<void> => {
    const description = filterText(written.description)
    const user = await findUser(db, actor.id)
    await db
      .updateTable('users')
      .set({
        theme,
        ...(language !== undefined && { language }),
        description,
        ...(description !== user?.description && { description_updated: now() }),
      })
      .where('id', '=', actor.id)
      .execute()
  },
)
