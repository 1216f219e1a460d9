import { colourOf, type Pixels } from './texture.ts'

const size = 256

/** Coverage of a pixel by a shape, from the distance of its centre to the outline. */
const covered = (outside: number) => Math.min(1, Math.max(0, 0.5 - outside))

const ellipse = (x: number, y: number, rx: number, ry: number) =>
  (Math.hypot(x / rx, y / ry) - 1) * Math.min(rx, ry)

/** Returns the distance to an arc around (0, 0) with round ends. */
function arc(x: number, y: number, radius: number, from: number, to: number, thickness: number): number {
  const angle = Math.atan2(y, x)
  if (angle >= from && angle <= to) return Math.abs(Math.hypot(x, y) - radius) - thickness
  const end = (at: number) => Math.hypot(x - radius * Math.cos(at), y - radius * Math.sin(at))
  return Math.min(end(from), end(to)) - thickness
}

type Ink = readonly [red: number, green: number, blue: number]

/** Draws the default face: two eyes with a glint, and a smile. */
function drawFace(ink: Ink, glint: Ink): Pixels {
  const rgba = new Uint8Array(size * size * 4)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [x, y] = [column + 0.5 - size / 2, row + 0.5]
      const eye = ellipse(Math.abs(x) - 34, y - 101, 10.5, 18)
      // Both glints are on the side of the key light.
      const glints = Math.min(ellipse(x + 37.5, y - 94, 3.6, 5), ellipse(x - 30.5, y - 94, 3.6, 5))
      const smile = arc(x, y - 118, 50, Math.PI * 0.185, Math.PI * 0.815, 4.6)
      const inked = covered(Math.min(eye, smile))
      if (inked === 0) continue
      const bright = covered(glints)
      const to = (row * size + column) * 4
      for (let channel = 0; channel < 3; channel++) {
        rgba[to + channel] = (ink[channel] ?? 0) * (1 - bright) + (glint[channel] ?? 0) * bright
      }
      rgba[to + 3] = Math.round(255 * inked)
    }
  }
  return { width: size, height: size, rgba }
}

const onLight = drawFace([38, 30, 36], [255, 255, 255])
const onDark = drawFace([236, 232, 226], [90, 84, 96])

/** Returns the default face with ink that contrasts with the colour of the head, sRGB `#rrggbb`. */
export function plainFaceOn(hex: string): Pixels {
  const [red, green, blue] = colourOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.022 ? onLight : onDark
}
