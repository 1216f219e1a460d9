import type { Db } from '../../database.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { IdentityReader } from '../../foundation/identity.ts'
import type { PlainCode } from '../../foundation/problem.ts'
import { isFilteredName, type TextFilter } from '../../foundation/text-filter.ts'
import { findUserByName, looksLikeStaff } from '../queries.ts'
import { hasReservedName } from './reserved-names.ts'

/** Returns why a new username is refused, or undefined if it is not. The first account may have a reserved name. */
export async function whyNameRefused(
  {
    db,
    config,
    filterText,
    identity,
  }: {
    db: Db
    config: Pick<Config, 'Registration'>
    filterText: TextFilter
    identity: Pick<IdentityReader, 'read'>
  },
  username: string,
  { isFirst }: { isFirst: boolean },
): Promise<PlainCode | undefined> {
  if (isFilteredName(filterText, username)) return 'input.name_filtered'
  if (await findUserByName(db, username)) return 'accounts.username_taken'
  if (await looksLikeStaff(db, username)) return 'accounts.username_like_staff'
  const { ReservedNames } = config.Registration
  if (isFirst || ReservedNames.length === 0) return undefined
  const { name } = await identity.read()
  return hasReservedName(username, [...ReservedNames, name]) ? 'accounts.username_reserved' : undefined
}
