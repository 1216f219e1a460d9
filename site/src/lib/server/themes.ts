import type { Config } from '@baseplate/platform/foundation/config/schema'

/** The stylesheet of a theme; of the first one for those who chose none, or one that is no longer offered. */
export function themeFile({ Themes }: Pick<Config, 'Themes'>, name: string | null | undefined): string {
  return (Themes.find(({ Name }) => Name === name) ?? Themes[0])?.File ?? 'auto'
}

/** The stylesheet of the viewer's theme. */
export const themeFileOf = (locals: Pick<App.Locals, 'actor'> & { platform: { config: Config } }): string =>
  themeFile(locals.platform.config, locals.actor?.theme)
