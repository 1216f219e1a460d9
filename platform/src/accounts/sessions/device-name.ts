/** The first that matches names it: browsers that are built from others name those, too. */
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

/** What a `User-Agent` says, for people: "Firefox on Windows". Anything may stand there; it is a help, and no proof. */
export function deviceName(userAgent: string): string {
  const named = (list: typeof programs) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const program =
    named(programs) ?? /^([\w.-]{1,40})(\/|$)/.exec(userAgent)?.[1]?.replace(/^Mozilla$/, 'Browser')
  const system = named(systems)
  if (!program) return system ? `Unknown program on ${system}` : 'Unknown device'
  return system ? `${program} on ${system}` : program
}
