import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/** Ratio of width to height from which a picture is cropped. Narrower pictures are shown whole. */
const wide = 1.4

/** Converts a picture into a JPEG without transparency. */
async function toJpeg(picture: Buffer, width: number, height: number): Promise<Buffer> {
  const own = await sharp(picture).metadata()
  const ground = sharp(picture).resize(width, height, { fit: 'cover' })
  const isWide = own.width / own.height >= wide
  const whole = await sharp(picture).resize(height, height, { fit: 'inside' }).png().toBuffer()
  // A square icon is shown whole, before a blurred copy of itself.
  const composed = isWide ? ground : ground.blur(30).composite([{ input: whole, gravity: 'centre' }])
  return composed.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer()
}

/** Converts one of the site's own pictures from standard input to standard output. */
if (import.meta.main) {
  const [width, height, format] = process.argv.slice(2)
  const picture = await buffer(process.stdin)
  const size = [Number(width), Number(height)] as const
  const isPng = format === 'png'
  process.stdout.write(
    await (isPng
      ? sharp(picture)
          .resize(...size)
          .png()
          .toBuffer()
      : toJpeg(picture, ...size)),
  )
}
