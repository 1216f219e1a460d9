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

/** A device as far as its `User-Agent` names it. The header can be forged, so this is only a hint. */
export interface Device {
  /** Empty: unknown. */
  program: string
  /** Empty: unknown. */
  system: string
}

export function parseDevice(userAgent: string): Device {
  const nameIn = (list: typeof programs) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const program =
    nameIn(programs) ?? /^([\w.-]{1,40})(\/|$)/.exec(userAgent)?.[1]?.replace(/^Mozilla$/, 'Browser')
  return { program: program ?? '', system: nameIn(systems) ?? '' }
}

/** Names a device in English, such as "Firefox on Windows". */
export function deviceName({ program, system }: Device): string {
  if (!program) return system ? `Unknown program on ${system}` : 'Unknown device'
  return system ? `${program} on ${system}` : program
}
