import type { Platform } from '@baseplate/platform/platform'

/** Returns the name of a theme's stylesheet. Falls back to the first theme if none was chosen, or if it is no longer offered. */
export function themeFile(
  { Themes }: Pick<Platform['config'], 'Themes'>,
  name: string | null | undefined,
): string {
  return (Themes.find(({ Name }) => Name === name) ?? Themes[0])?.File ?? 'auto'
}

/** Returns the name of the stylesheet of the viewer's theme. */
export const themeFileOf = (
  locals: Pick<App.Locals, 'actor'> & { platform: Pick<Platform, 'config'> },
): string => themeFile(locals.platform.config, locals.actor?.theme)
