import type { Pictures } from '@baseplate/renderer/drawing'
import { NotAnImage } from '@baseplate/renderer/image-file'
import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { sameSecret } from '../foundation/ids.ts'
import { imageProblem, reencode } from '../foundation/images.ts'
import { findRenderById, settleRender } from './queries.ts'
import { picturesOf } from './rules.ts'
import { storePictures } from './store-pictures.ts'

/** Maximum size of a result. Two pictures in base64 are far smaller. */
export const maxResultBytes = 8_000_000

/** Maximum size of a received picture. Requested pictures are far smaller. */
const maxPixels = 2048 * 2048

const maxReasonLength = 200

interface Receiving {
  db: Db
  now: Clock
  files: Files
  config: Pick<Config, 'Renderer'>
}

/** @throws Refused `missing`: no external renderer is configured; `unauthenticated`: the key is wrong. */
export function requireRenderer(
  { config }: Pick<Receiving, 'config'>,
  authorization: string | undefined,
): void {
  const { Kind, Key } = config.Renderer
  if (Kind !== 'external') throw new Refused('renders.not_external')
  if (!sameSecret(authorization ?? '', `Bearer ${Key}`)) throw new Refused('renders.key_invalid')
}

/**
 * Receives the result of an external renderer: `Rendering`; or `Completed` and the pictures in base64, one a line; or `Failed`
 * and the reason. A user's body shot comes before the head shot.
 *
 * @throws Refused `missing`: no request with this id is open; `invalid`: the result or a picture is malformed.
 */
export async function receiveRender(platform: Receiving, renderId: string, result: string): Promise<void> {
  const render = await findRenderById(platform.db, renderId)
  if (!render || render.state === 'done') throw new Refused('renders.not_found')
  const [status, ...lines] = result.split(/\r?\n/).map((line) => line.trim())
  if (status === 'Rendering') return
  if (status === 'Failed') {
    const reason = lines.join(' ').slice(0, maxReasonLength) || 'The renderer failed'
    await settleRender(platform.db, renderId, { state: 'failed', reason, finished: platform.now() })
    return
  }
  if (status !== 'Completed') throw new Refused('input.request_invalid')
  const { subject } = render
  const pictures: Pictures = {}
  for (const [index, kind] of picturesOf(subject).toReversed().entries())
    pictures[kind] = await pictureOf(lines[index])
  if (!(await storePictures(platform, { subject, renderId }, pictures))) {
    throw new Refused('renders.not_found')
  }
}

async function pictureOf(base64 = ''): Promise<Uint8Array> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new Refused('renders.picture_invalid')
  try {
    const { picture } = await reencode(Buffer.from(base64, 'base64'), { maxPixels, previewWidth: 1 })
    if (picture.format !== 'png') throw new Refused('renders.picture_not_png')
    return picture.bytes
  } catch (error) {
    if (error instanceof NotAnImage) throw new Refused(imageProblem(error))
    throw error
  }
}
