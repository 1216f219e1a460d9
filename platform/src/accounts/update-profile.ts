import type { Catalogues } from '@baseplate/texts/catalogues'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config/schema.ts'
import { parseInput } from '../foundation/input.ts'
import type { TextFilter } from '../foundation/text-filter.ts'
import { profileInput } from './input.ts'
import { findUser, requireOwnAccount } from './queries.ts'
import type { Actor } from './rules.ts'

interface Settings {
  db: Db
  config: Pick<Config, 'Themes'>
  texts: Catalogues
}

/**
 * Returns the profile settings of the actor. A theme that is no longer configured falls back to the first one. A language
 * that is no longer offered counts as none.
 */
export async function viewProfileSettings({ db, config, texts }: Settings, actor: Actor) {
  const user = await requireOwnAccount(db, actor)
  const themes = config.Themes.map(({ Name }) => Name)
  return {
    description: { text: user.description, updated: user.description_updated },
    selectedTheme: themes.find((theme) => theme === user.theme) ?? themes[0] ?? '',
    themes,
    language: texts.locales.find((locale) => locale === user.language) ?? null,
    email: user.email,
  }
}

/**
 * Saves the description, the theme and, if given, the language.
 *
 * @throws InvalidFields
 */
export async function updateProfile(
  { db, now, config, texts, filterText }: Settings & { now: Clock; filterText: TextFilter },
  actor: Actor,
  input: unknown,
): Promise<void> {
  const offered = { themes: config.Themes.map(({ Name }) => Name), languages: texts.locales }
  const { theme, language, ...written } = parseInput(profileInput(offered), input)
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
}
