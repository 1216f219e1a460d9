import type { Config } from '@baseplate/platform/foundation/config/schema'

/** The stylesheet of the viewer's theme; of the first one for visitors, and for themes that are no longer offered. */
export function themeFileOf(locals: Pick<App.Locals, 'actor'> & { platform: { config: Config } }): string {
  const { Themes } = locals.platform.config
  const chosen = Themes.find(({ Name }) => Name === locals.actor?.theme)
  return (chosen ?? Themes[0])?.File ?? 'auto'
}
