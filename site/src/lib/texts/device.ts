import { type Device, formatDevice, readDeviceName } from '@baseplate/platform/sign-in/sessions/rules'
import { pieces } from './t.ts'

/** Names a device in the reader's language. */
export const nameDevice = (device: Device): string =>
  formatDevice(device, (key, values) => pieces(key, values, []).join(''))

/** Names a device whose name is stored in English. */
export const translateDevice = (name: string): string => nameDevice(readDeviceName(name))
