import type { IncomingMessage } from 'node:http'
import { Refused } from '@baseplate/platform/foundation/errors'
import { maxUploadBytes } from '@baseplate/platform/operations/screenshots/rules'
import { checkScreenshotRoom, storeScreenshot } from '@baseplate/platform/operations/screenshots/store'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { answerText } from '../answer.ts'
import { requireActor } from '../session.ts'

/** Room for the boundaries, part headers and small fields that a form has around its file. */
const formOverheadBytes = 64_000

/** A studio sends one file and a few fields. */
const maxParts = 110

/** Each is in memory until it is decoded, so nobody sends more than this at once. */
const maxAtOnce = 4

/**
 * Keeps the picture that a studio sends, for the user who is signed in in it.
 *
 * @returns the handler. It throws Refused `unauthenticated` without a session; `invalid` for what is no image, too large,
 * or one too many; `limited` for too many at once.
 */
export function screenshotReceiver(platform: Platform) {
  /** Uploads under way, by user. */
  const underWay = new Map<string, number>()

  return async (c: Context<{ Bindings: HttpBindings }>): Promise<Response> => {
    const actor = await requireActor(platform, c)
    const others = underWay.get(actor.id) ?? 0
    if (others >= maxAtOnce) throw new Refused('limited', 'Wait until your other screenshots have arrived')
    underWay.set(actor.id, others + 1)
    try {
      await checkScreenshotRoom(platform, actor)
      await storeScreenshot(platform, actor, await readImage(c))
      return answerText('OK')
    } finally {
      const left = (underWay.get(actor.id) ?? 1) - 1
      if (left === 0) underWay.delete(actor.id)
      else underWay.set(actor.id, left)
    }
  }
}

/** The image of a request, which is its body, or a file in it. @throws Refused `invalid` */
async function readImage(c: Context<{ Bindings: HttpBindings }>): Promise<Uint8Array> {
  const type = c.req.header('Content-Type')
  const isForm = type !== undefined && /^multipart\/form-data\b/i.test(type)
  const body = await readBody(c.env.incoming, maxUploadBytes + (isForm ? formOverheadBytes : 0))
  const image = isForm ? await fileOf(body, type) : body
  if (image.byteLength > maxUploadBytes) throw tooLarge()
  return image
}

/** @throws Refused `invalid` for more than so many bytes, and for a body that breaks off. */
async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(incoming.headers['content-length']) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  try {
    // The rest of one that is too large is read past by the server, so that the answer can be heard.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch {
    throw new Refused('invalid', 'The upload broke off')
  }
  if (size > maxBytes) throw tooLarge()
  return Buffer.concat(chunks)
}

/** The first file of a form, whatever its field is called. @throws Refused `invalid`; `oversize` for too many parts */
async function fileOf(form: Buffer<ArrayBuffer>, type: string): Promise<Uint8Array> {
  const fields = await new Response(form, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new Refused('invalid', 'The form could not be read')
  })
  const parts = [...fields.values()]
  if (parts.length > maxParts) throw new Refused('oversize', 'The form has too many parts')
  const file = parts.find((value) => typeof value !== 'string')
  if (!file) throw new Refused('invalid', 'There is no file in the form')
  return new Uint8Array(await file.arrayBuffer())
}

const tooLarge = () => new Refused('invalid', 'Screenshots must be less than 8MB in size')
