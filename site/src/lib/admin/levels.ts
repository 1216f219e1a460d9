import { permissionLevel } from '@baseplate/platform/accounts/rules'

const titles: readonly [level: number, title: string][] = [
  [permissionLevel.user, 'User'],
  [permissionLevel.verified, 'Verified'],
  [permissionLevel.catalogManager, 'Catalog manager'],
  [permissionLevel.moderator, 'Moderator'],
  [permissionLevel.administrator, 'Administrator'],
]

/** Permission levels as options of a select. */
export const levels: readonly { value: string; label: string }[] = titles.map(([level, title]) => ({
  value: String(level),
  label: `${level} · ${title}`,
}))

export const levelName = (level: number): string =>
  levels.find(({ value }) => value === String(level))?.label ?? String(level)

/** Returns the role that profiles show; undefined for ordinary users. */
export const roleOf = (level: number): string | undefined =>
  level === permissionLevel.user ? undefined : new Map(titles).get(level)
