import { Refused } from '@baseplate/platform/foundation/errors'
import { checkScreenshotRoom, storeScreenshot } from '@baseplate/platform/operations/door'
import { maxUploadBytes } from '@baseplate/platform/operations/screenshots/rules'
import type { Platform } from '@baseplate/platform/platform'
import { OpenByClient } from '@baseplate/service/open-by-client'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { requireActor } from '../credentials.ts'
import { readBody } from '../read-body.ts'
import { textResponse } from '../replies.ts'
import type { ClientApi } from '../services.ts'

/** Bytes of a form besides its file: boundaries, part headers and small fields. */
const formOverheadBytes = 64_000

/** Maximum number of parts of a form. A studio sends one file and a few fields. */
const maxParts = 110

/** Maximum concurrent uploads of one user. Each upload is in memory until it is decoded. */
const maxConcurrent = 4

/** Adds the endpoints of docs/reference/client-protocol.md#studio-screenshots. */
export function addStudioRoutes(api: ClientApi, platform: Platform): void {
  const receive = screenshotHandler(platform)
  /** Stores a screenshot of a studio's signed-in user. */
  api.post('/studio/uploadmedia/screenshot', receive)
  /** Stores a screenshot of a studio's signed-in user. */
  api.on(['GET', 'POST'], '/uploadmedia/postimage.aspx', receive)
}

/**
 * Stores the picture that a studio sends for its signed-in user.
 *
 * @returns the handler. It throws Refused `unauthenticated` without a session; `invalid` for a bad or large image, or when the
 * user has too many screenshots; `limited` for too many concurrent uploads.
 */
function screenshotHandler(platform: Platform) {
  const uploads = new OpenByClient<Context>({ each: maxConcurrent })

  return async (c: Context<{ Bindings: HttpBindings }>): Promise<Response> => {
    const actor = await requireActor(platform, c)
    if (uploads.admit(actor.id, c)) throw new Refused('screenshots.uploads_busy')
    try {
      await checkScreenshotRoom(platform, actor)
      await storeScreenshot(platform, actor, await readImage(c))
      return textResponse('OK')
    } finally {
      uploads.remove(actor.id, c)
    }
  }
}

/** Reads the image, which is the body itself or a file in a form. @throws Refused `invalid` */
async function readImage(c: Context<{ Bindings: HttpBindings }>): Promise<Uint8Array> {
  const type = c.req.header('Content-Type')
  const isForm = type !== undefined && /^multipart\/form-data\b/i.test(type)
  const body = await readBody(c.env.incoming, maxUploadBytes + (isForm ? formOverheadBytes : 0), tooLarge)
  const image = isForm ? await fileOf(body, type) : body
  if (image.byteLength > maxUploadBytes) throw tooLarge()
  return image
}

/** Returns the first file of a form, in any field. @throws Refused `invalid`; `oversize` for too many parts */
async function fileOf(form: Buffer<ArrayBuffer>, type: string): Promise<Uint8Array> {
  const fields = await new Response(form, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new Refused('site.form_unreadable')
  })
  const parts = [...fields.values()]
  if (parts.length > maxParts) throw new Refused('site.form_too_large')
  const file = parts.find((value) => typeof value !== 'string')
  if (!file) throw new Refused('files.missing')
  return new Uint8Array(await file.arrayBuffer())
}

const tooLarge = () => new Refused('screenshots.too_large')
