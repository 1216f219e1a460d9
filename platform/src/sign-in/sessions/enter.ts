import type { Tell } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { rememberLoginAddress } from './login-addresses.ts'
import { rememberDevice } from './login-devices.ts'
import { deviceName, parseDevice } from './rules.ts'
import { createSession, type Device } from './sessions.ts'

/**
 * Signs a user in inside the caller's transaction, notifies them of a new device, and returns the session's token.
 *
 * @param proved when the user has proved their identity. Absent: by signing in.
 */
export async function enter(
  trx: Db,
  userId: string,
  device: Device,
  { now, tell, proved }: { now: number; tell: Tell; proved?: number },
): Promise<string> {
  await rememberLoginAddress(trx, userId, device.address, now)
  if (await rememberDevice(trx, userId, device, now)) {
    const values = { device: deviceName(parseDevice(device.userAgent)), address: device.address }
    tell({ event: 'new_device', values })
  }
  return createSession(trx, userId, device, now, proved)
}
