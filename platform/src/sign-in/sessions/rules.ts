import { day, minute } from '@baseplate/service/clock'
import type { MessageKey } from '@baseplate/texts/keys'
import type { Values } from '@baseplate/texts/message'

/** A session expires this long after its last renewal. */
export const sessionLifetime = 30 * day

/** Sessions of one account. A further one ends the one that was used longest ago, so that sign-ins do not pile up. */
export const maxSessions = 100

/** Use renews a session at most once a day, so that not every request writes. */
const renewalInterval = day

export const isRenewalDue = (session: { expires: number }, now: number): boolean =>
  session.expires - now < sessionLifetime - renewalInterval

/** Precision of the stored time of a session's last use. */
const lastUseInterval = 5 * minute

export const isLastUseDue = (session: { last_used: number }, now: number): boolean =>
  now - session.last_used >= lastUseInterval

/** Returns whether a user counts as online. A use is stored up to one interval late, so it counts for two. */
export const isOnline = (lastSeen: number, now: number): boolean => now - lastSeen < 2 * lastUseInterval

/** A replaced token stays valid for this long, for the requests that were under way when another one replaced it. */
export const replacedLifetime = minute

/** Returns the hash of a session's first token, which all its tokens have in common. */
export const firstHashOf = ({
  token_hash,
  first_hash,
}: {
  token_hash: string
  first_hash: string | null
}): string => first_hash ?? token_hash

/** Returns whether a token was replaced too long ago. */
export const hasEnded = ({ replaced }: { replaced: number }, now: number): boolean =>
  replaced !== 0 && replaced <= now

/** Name of the cookie that holds a session's token: docs/reference/site-api.md#sessions. */
export const sessionCookie = 'session'

/** The same cookie on sites with https. Browsers let no other host set a cookie of this name, so it takes precedence. */
export const hostSessionCookie = '__Host-session'

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
