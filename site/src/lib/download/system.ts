import type { ClientSystem } from '@baseplate/platform/foundation/config/groups'
import type { Config } from '@baseplate/platform/foundation/config/schema'

/** The browser's description of itself. Servers know only the user agent. */
interface Device {
  userAgent: string
  maxTouchPoints?: number
}

/** Systems by their names in user agents. The first match counts, because Android calls itself Linux, too. */
const names: readonly (readonly [RegExp, ClientSystem])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows NT/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** Returns the system of a device; undefined: unknown. */
export function systemOf({ userAgent, maxTouchPoints = 0 }: Device): ClientSystem | undefined {
  const system = names.find(([pattern]) => pattern.test(userAgent))?.[1]
  // Apple's tablets describe themselves as a Mac. No Mac has a touch screen.
  return system === 'macOS' && maxTouchPoints > 1 ? 'iOS' : system
}

/** Returns the systems on which games open: those of the operator's clients, and that of the engine's launcher. */
export const systemsOf = ({ Client, Engine }: Pick<Config, 'Client' | 'Engine'>): ClientSystem[] => [
  ...new Set([
    ...Client.Downloads.map(({ System }) => System),
    ...(Engine === 'minetest' ? ['Linux' as const] : []),
  ]),
]

const handhelds: readonly ClientSystem[] = ['Android', 'iOS']

/** Returns whether one of the systems with a client is that of phones and tablets. */
export const hasHandheld = (systems: readonly ClientSystem[]): boolean =>
  systems.some((system) => handhelds.includes(system))

/**
 * Returns whether the device is a phone or a tablet that no client is offered for. Computers without a client are left out,
 * because their users may have one from elsewhere.
 */
export function lacksClient(device: Device, systems: readonly ClientSystem[]): boolean {
  const system = systemOf(device)
  return system !== undefined && handhelds.includes(system) && !systems.includes(system)
}
