import type { Clock } from '@baseplate/service/clock'
import type { BrandingReader } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import type { PlainCode } from '../../foundation/problem.ts'
import { isFilteredName, type TextFilter } from '../../foundation/text-filter.ts'
import { findUserByName, looksLikeStaff } from '../queries.ts'
import { usernameKey } from '../rules.ts'
import { isKeptForAnother } from './queries.ts'
import { hasReservedName } from './reserved-names.ts'

/** Names whose addresses are calls of game clients, such as `/user/follow`. */
const namesOfCalls: ReadonlySet<string> = new Set(['follow', 'unfollow', 'unfriend'])

export interface NameRules {
  db: Db
  now: Clock
  config: Pick<Config, 'Registration'>
  filterText: TextFilter
  branding: Pick<BrandingReader, 'read'>
}

/**
 * Returns why a new username is refused, or undefined if it is not. The first account may have a reserved name.
 *
 * @param userId of the user who changes their name; absent: a new account.
 */
export async function whyNameRefused(
  { db, now, config, filterText, branding }: NameRules,
  username: string,
  { isFirst = false, userId = '' }: { isFirst?: boolean; userId?: string },
): Promise<PlainCode | undefined> {
  if (isFilteredName(filterText, username)) return 'input.name_filtered'
  const user = await findUserByName(db, username)
  if (user && user.id !== userId) return 'accounts.username_taken'
  if (!user && namesOfCalls.has(usernameKey(username))) return 'accounts.username_taken'
  if (await isKeptForAnother(db, username, { userId, now: now() })) return 'accounts.username_taken'
  if (await looksLikeStaff(db, username, userId)) return 'accounts.username_like_staff'
  const { ReservedNames } = config.Registration
  if (isFirst || ReservedNames.length === 0) return undefined
  const { name } = await branding.read()
  return hasReservedName(username, [...ReservedNames, name]) ? 'accounts.username_reserved' : undefined
}
