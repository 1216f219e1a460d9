import { colourOf, type Pixels } from './texture.ts'

const size = 256

/** How much of a pixel a shape covers, by how far outside its middle is. */
const covered = (outside: number) => Math.min(1, Math.max(0, 0.5 - outside))

const ellipse = (x: number, y: number, rx: number, ry: number) =>
  (Math.hypot(x / rx, y / ry) - 1) * Math.min(rx, ry)

/** Distance to an arc about (0, 0) between two angles, with round ends. */
function arc(x: number, y: number, radius: number, from: number, to: number, thickness: number): number {
  const angle = Math.atan2(y, x)
  if (angle >= from && angle <= to) return Math.abs(Math.hypot(x, y) - radius) - thickness
  const end = (at: number) => Math.hypot(x - radius * Math.cos(at), y - radius * Math.sin(at))
  return Math.min(end(from), end(to)) - thickness
}

type Ink = readonly [red: number, green: number, blue: number]

/** The face of somebody who wears none: two eyes with a glint, and a smile. Ours, drawn here. */
function drawFace(ink: Ink, glint: Ink): Pixels {
  const rgba = new Uint8Array(size * size * 4)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [x, y] = [column + 0.5 - size / 2, row + 0.5]
      const eye = ellipse(Math.abs(x) - 34, y - 101, 10.5, 18)
      // Both glints are on the side that the light comes from.
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

/** The plain face in the ink that can be seen on a head of a colour, sRGB `#rrggbb`. */
export function plainFaceOn(hex: string): Pixels {
  const [red, green, blue] = colourOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.022 ? onLight : onDark
}
