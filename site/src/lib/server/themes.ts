import type { Config } from '@baseplate/platform/foundation/config/schema'

/** Returns the name of a theme's stylesheet. Falls back to the first theme if none was chosen, or if it is no longer offered. */
export function themeFile({ Themes }: Pick<Config, 'Themes'>, name: string | null | undefined): string {
  return (Themes.find(({ Name }) => Name === name) ?? Themes[0])?.File ?? 'auto'
}

/** Returns the name of the stylesheet of the viewer's theme. */
export const themeFileOf = (locals: Pick<App.Locals, 'actor'> & { platform: { config: Config } }): string =>
  themeFile(locals.platform.config, locals.actor?.theme)
