import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'

const storageFull = 'accounts.storage_full'

interface StorageUse {
  /** Bytes. */
  used: number
  /** Bytes. 0: no limit. */
  total: number
}

/** Returns the bytes that an account has stored, and its quota. */
export async function viewStorage(
  { db, config }: { db: Db; config: Pick<Config, 'Quota'> },
  userId: string,
): Promise<StorageUse> {
  const row = await db
    .selectFrom('users')
    .leftJoin('storage_used', 'storage_used.user_id', 'users.id')
    .select(['permission_level', 'bytes'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  const { Bytes, ByLevel } = config.Quota
  const total = ByLevel[`${row?.permission_level}` as keyof typeof ByLevel] ?? Bytes
  return { used: Number(row?.bytes ?? 0), total }
}

/**
 * Refuses a transaction whose rows exceed the quota of the account. Called after the rows are written: their triggers lock
 * the account's count, so concurrent uploads are counted one after the other.
 *
 * @param reserved bytes that are promised to uploads under way.
 * @throws InvalidFields `field`; without a field, Refused `invalid`.
 */
export async function requireStorage(
  db: Db,
  config: Pick<Config, 'Quota'>,
  { ownerId, field, reserved = 0 }: { ownerId: string | null; field?: string; reserved?: number },
): Promise<void> {
  if (ownerId === null) return
  const { used, total } = await viewStorage({ db, config }, ownerId)
  if (total === 0 || used + reserved <= total) return
  throw field === undefined ? new Refused(storageFull) : new InvalidFields({ [field]: storageFull })
}
