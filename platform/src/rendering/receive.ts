import type { Pictures } from '@baseplate/renderer/drawing'
import { NotAnImage } from '@baseplate/renderer/image-file'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config/schema.ts'
import { Refused } from '../foundation/errors.ts'
import type { Files } from '../foundation/files.ts'
import { sameSecret } from '../foundation/ids.ts'
import { reencode } from '../foundation/images.ts'
import { placePictures } from './place-pictures.ts'
import { findRenderById, settleRender } from './queries.ts'
import { subjectOf } from './rules.ts'

/** Far more than two pictures of our size take in base64. */
export const maxResultBytes = 8_000_000

/** The most that a renderer may send, each way; it is asked for far less. */
const maxPixels = 2048 * 2048

const maxReasonLength = 200

interface Receiving {
  db: Db
  now: Clock
  files: Files
  config: Pick<Config, 'Renderer'>
}

/** @throws Refused `missing`: no external renderer is configured; `unauthenticated`: it is not ours. */
export function requireRenderer(
  { config }: Pick<Receiving, 'config'>,
  authorization: string | undefined,
): void {
  const { Kind, Key } = config.Renderer
  if (Kind !== 'external') throw new Refused('missing', 'Not found')
  if (!sameSecret(authorization ?? '', `Bearer ${Key}`)) throw new Refused('unauthenticated', 'Invalid key')
}

/**
 * Takes what an external renderer has to say of a request: a line `Rendering`; or `Completed` and then the pictures, each on
 * a line in base64, of a user the body shot and the head shot; or `Failed` and why.
 *
 * @throws Refused `missing`: nothing of that id is waited for; `invalid`: it is not understood, or the pictures are none.
 */
export async function receiveRender(platform: Receiving, renderId: string, result: string): Promise<void> {
  const render = await findRenderById(platform.db, renderId)
  if (!render || render.state === 'done') throw new Refused('missing', 'Render not found')
  const [status, ...lines] = result.split(/\r?\n/).map((line) => line.trim())
  if (status === 'Rendering') return
  if (status === 'Failed') {
    const reason = lines.join(' ').slice(0, maxReasonLength) || 'The renderer failed'
    await settleRender(platform.db, renderId, { state: 'failed', reason, finished: platform.now() })
    return
  }
  const { userId } = subjectOf(render.subject)
  const names: readonly (keyof Pictures)[] = userId === undefined ? ['thumbnail'] : ['body', 'head']
  if (status !== 'Completed') throw new Refused('invalid', 'Invalid Request')
  const pictures: Pictures = {}
  for (const [index, name] of names.entries()) pictures[name] = await pictureOf(lines[index])
  const { subject } = render
  // One that was asked for again meanwhile is of no use any more.
  if (!(await placePictures(platform, { subject, renderId }, pictures))) {
    throw new Refused('missing', 'Render not found')
  }
}

async function pictureOf(base64 = ''): Promise<Uint8Array> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new Refused('invalid', 'Invalid picture')
  try {
    const { picture } = await reencode(Buffer.from(base64, 'base64'), { maxPixels, previewWidth: 1 })
    if (picture.format !== 'png') throw new NotAnImage('This is not a PNG image')
    return picture.bytes
  } catch (error) {
    if (error instanceof NotAnImage) throw new Refused('invalid', error.message)
    throw error
  }
}
