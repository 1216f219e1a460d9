import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/** Ratio of width to height from which a picture is cropped. Narrower pictures are shown whole. */
const wide = 1.4

/** Converts one of the site's own pictures from standard input into a JPEG on standard output. */
async function convert(width: number, height: number): Promise<void> {
  const picture = await buffer(process.stdin)
  const own = await sharp(picture).metadata()
  const ground = sharp(picture).resize(width, height, { fit: 'cover' })
  const isWide = own.width / own.height >= wide
  const whole = await sharp(picture).resize(height, height, { fit: 'inside' }).png().toBuffer()
  // A square icon is shown whole, before a blurred copy of itself.
  const composed = isWide ? ground : ground.blur(30).composite([{ input: whole, gravity: 'centre' }])
  process.stdout.write(await composed.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer())
}

if (import.meta.main) {
  const [width = 0, height = 0] = process.argv.slice(2).map(Number)
  await convert(width, height)
}
