import { type Clock, day } from '@baseplate/service/clock'
import { addressGroup } from '@baseplate/service/network/address-group'
import type { Db } from '../../foundation/database.ts'
import { deviceName, parseDevice } from './rules.ts'
import type { Device } from './sessions.ts'

/** A device is forgotten this long after its last login. */
const retention = 180 * day

/** Devices that are remembered per account. A further one replaces the one that signed in longest ago. */
const maxDevices = 50

/** Records the device of a sign-in, in its transaction. Returns whether the account has devices, and this is a new one. */
export async function rememberDevice(
  db: Db,
  userId: string,
  { userAgent, address }: Device,
  now: number,
): Promise<boolean> {
  const login = {
    user_id: userId,
    address: addressGroup(address),
    device: deviceName(parseDevice(userAgent)),
  }
  const known = await db
    .selectFrom('login_devices')
    .select(['address', 'device'])
    .where('user_id', '=', userId)
    .orderBy('last_login', 'desc')
    .execute()
  await db
    .insertInto('login_devices')
    .values({ ...login, last_login: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'address', 'device']).doUpdateSet({ last_login: now }),
    )
    .execute()
  for (const { address: group, device } of known.slice(maxDevices - 1))
    if (group !== login.address || device !== login.device)
      await db
        .deleteFrom('login_devices')
        .where('user_id', '=', userId)
        .where('address', '=', group)
        .where('device', '=', device)
        .execute()
  const isKnown = known.some(({ address, device }) => address === login.address && device === login.device)
  // Before the first sign-in that is recorded, every device would be new.
  return known.length > 0 && !isKnown
}

/** Forgets the devices of an account that have signed in since a time, so that the next sign-in from them is reported. */
export const forgetDevicesSince = (db: Db, userId: string, since: number) =>
  db.deleteFrom('login_devices').where('user_id', '=', userId).where('last_login', '>=', since).execute()

export async function forgetLoginDevices({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('login_devices')
    .where('last_login', '<=', now() - retention)
    .execute()
}
