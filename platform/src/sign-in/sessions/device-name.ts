import type { MessageKey } from '@baseplate/texts/keys'
import type { Values } from '@baseplate/texts/message'

/** The first match wins. A browser that is built on another comes before it, because its header names both. */
const programs: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: [pattern: RegExp, name: string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A device, as its `User-Agent` describes it. The header can be forged, so this is only a hint. */
export interface Device {
  /** Empty: unknown. */
  program: string
  /** Empty: unknown. */
  system: string
}

export function parseDevice(userAgent: string): Device {
  const nameIn = (list: typeof programs) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  // Without dots, which would make it an address in mail programs.
  const program =
    nameIn(programs) ?? /^([\w-]{1,40})(\/|$)/.exec(userAgent)?.[1]?.replace(/^Mozilla$/, 'Browser')
  return { program: program ?? '', system: nameIn(systems) ?? '' }
}

const unknownProgram = 'Unknown program'
const unknownDevice = 'Unknown device'

/** Names a device in English, such as "Firefox on Windows". */
export function deviceName({ program, system }: Device): string {
  if (!program && !system) return unknownDevice
  return system ? `${program || unknownProgram} on ${system}` : program
}

/** Returns the parts of a `deviceName`, which is stored in English. */
export function readDeviceName(name: string): Device {
  if (name === unknownDevice) return { program: '', system: '' }
  const [, program = name, system = ''] = /^(.+) on (.+)$/.exec(name) ?? []
  return { program: program === unknownProgram ? '' : program, system }
}

/** Names a device in the language of a formatter of texts. */
export function formatDevice(
  { program, system }: Device,
  format: (key: MessageKey, values: Values) => string,
): string {
  if (!program && !system) return format('settings.sessions.device_unknown', {})
  if (!program) return format('settings.sessions.device_unknown_program', { system })
  return system ? format('settings.sessions.device', { program, system }) : program
}
