/** A colour as OKLCH: lightness 0 to 1, chroma, and hue in degrees (CSS Color 4, section 9.3). */
export interface Oklch {
  l: number
  c: number
  h: number
}

type Triple = readonly [number, number, number]

const toLinear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
const fromLinear = (channel: number) =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

/** Returns the linear sRGB channels of `#rrggbb`. */
const linearOf = (hex: string): Triple => {
  const channel = (start: number) => toLinear(Number.parseInt(hex.slice(start, start + 2), 16) / 255)
  return [channel(1), channel(3), channel(5)]
}

export function oklchOf(hex: string): Oklch {
  const [r, g, b] = linearOf(hex)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(a, bb), h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360 }
}

function linearOfOklch({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const isInGamut = (channels: Triple) => channels.every((channel) => channel > -1e-4 && channel < 1 + 1e-4)

/** Returns the colour as `#rrggbb`. Colours that screens cannot show lose chroma until they can. */
export function hexOf({ l, c, h }: Oklch): string {
  let chroma = c
  while (chroma > 0 && !isInGamut(linearOfOklch({ l, c: chroma, h }))) chroma -= 0.004
  return `#${linearOfOklch({ l, c: Math.max(chroma, 0), h })
    .map((channel) => Math.round(fromLinear(Math.min(1, Math.max(0, channel))) * 255))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`
}

/** Returns the contrast of two colours `#rrggbb`, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = linearOf(hex)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
