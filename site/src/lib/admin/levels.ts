import { permissionLevel } from '@baseplate/platform/accounts/rules'
import type { PlainKey } from '@baseplate/texts/keys'
import { t } from '#lib/texts/t.ts'

const titles = new Map<number, PlainKey>([
  [permissionLevel.user, 'accounts-admin.levels.user'],
  [permissionLevel.verified, 'accounts-admin.levels.verified'],
  [permissionLevel.catalogManager, 'accounts-admin.levels.catalog_manager'],
  [permissionLevel.moderator, 'accounts-admin.levels.moderator'],
  [permissionLevel.administrator, 'accounts-admin.levels.administrator'],
])

/** Returns the permission levels as options of a select. */
export const levels = (): { value: string; label: string }[] =>
  [...titles].map(([level, title]) => ({ value: String(level), label: `${level} · ${t(title)}` }))

export const levelName = (level: number): string =>
  levels().find(({ value }) => value === String(level))?.label ?? String(level)

/** Returns the role that profiles show; undefined for ordinary users. */
export function roleOf(level: number): string | undefined {
  const title = titles.get(level)
  return title === undefined || level === permissionLevel.user ? undefined : t(title)
}
