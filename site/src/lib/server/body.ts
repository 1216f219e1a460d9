import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { InvalidFields, Refused } from '@baseplate/platform/foundation/errors'
import { refusalOf } from '@baseplate/platform/foundation/unavailable'
import { maxFieldBytes, maxFormBytes } from '@baseplate/service/form-limits'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'

const limits = { fields: 100, fieldNameSize: 100, fieldSize: maxFieldBytes, parts: 110, headerPairs: 50 }

/**
 * Reads the text fields of a submitted form in either encoding. Files are skipped.
 *
 * @throws Refused `invalid` when the body is not a form; `oversize` when it has too many fields or parts, or a field is too
 * long.
 */
export async function readFields(request: Request): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  await parse(request, (form) => {
    form.on('file', (_name, file) => file.resume())
    collect(form, fields)
  })
  return fields
}

/**
 * Streams the one file of a multipart form to `store`, so that memory does not grow with the file.
 *
 * @param store stores the file. Its `fields` resolve at the end of the form, after the file.
 * @throws InvalidFields when there is no file; any error of `store`.
 */
export async function readUpload(
  request: Request,
  field: string,
  store: (file: AsyncIterable<Uint8Array>, fields: Promise<Record<string, string>>) => Promise<unknown>,
): Promise<void> {
  let upload: { file: Readable; stored: Promise<unknown> } | undefined
  const read: Record<string, string> = {}
  const fields = Promise.withResolvers<Record<string, string>>()
  // Prevents an unhandled rejection when the store reads no fields.
  fields.promise.catch(() => {})
  await parse(request, (form) => {
    form.on('file', (name, file, filename) => {
      // Browsers send an empty part without a name when no file was chosen.
      if (name !== field || upload || !filename) {
        file.resume()
        return
      }
      // If the store refuses the file, the rest is still drained, so that the client can read the response.
      const stored = store(file.iterator({ destroyOnReturn: false }), fields.promise)
      stored.catch(() => file.resume())
      upload = { file, stored }
    })
    collect(form, read)
  }).catch(async (error: Error) => {
    // The form ended early, possibly inside the file. Without this, the store would wait for the rest with its own file
    // open.
    upload?.file.destroy(error)
    fields.reject(error)
    await Promise.allSettled([upload?.stored])
    throw error
  })
  fields.resolve(read)
  if (!upload) throw new InvalidFields({ [field]: 'files.missing' })
  await upload.stored
}

async function parse(request: Request, listen: (form: BusboyInstance) => void): Promise<void> {
  const type = request.headers.get('content-type')
  if (!request.body || !type) return
  try {
    const form = new Busboy({
      headers: { 'content-type': type } as BusboyHeaders,
      limits: { ...limits, files: 1 },
    })
    // A truncated file raises its error on the file stream, which may have no listener. The form has to fail instead.
    form.on('file', (_name, file) => file.on('error', (error) => form.destroy(error)))
    listen(form)
    // Cancelling the body would close the connection before the client reads the response. The server drains the rest.
    const body = (request.body as ReadableStream<Uint8Array>).values({ preventCancel: true })
    await pipeline(body, form)
  } catch (error) {
    if (error instanceof InvalidFields || refusalOf(error)) throw error
    throw new Refused('site.form_unreadable')
  }
}

function collect(form: BusboyInstance, fields: Record<string, string>): void {
  const refuse = () => form.destroy(new Refused('site.form_too_large'))
  let bytes = 0
  form.on('field', (name, value, nameTruncated, valueTruncated) => {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value)
    if (nameTruncated || valueTruncated || bytes > maxFormBytes) refuse()
    else fields[name] = value
  })
  form.on('fieldsLimit', refuse)
  form.on('partsLimit', refuse)
}

/**
 * Reads the text fields and one small file of a form into memory. The file is undefined when none was chosen.
 *
 * @throws Refused `invalid` when the body is not a form; `oversize` when it has too many fields or parts, or a field is too
 * long.
 */
export async function readFieldsAndFile(
  request: Request,
  field: string,
  maxBytes: number,
): Promise<{ fields: Record<string, string>; file: Uint8Array | 'too large' | undefined }> {
  const fields: Record<string, string> = {}
  const room = Math.min(Number(request.headers.get('content-length') ?? maxBytes), maxBytes)
  let file: Buffer | undefined
  let size = 0
  await parse(request, (form) => {
    form.on('file', (name, source, filename) => {
      if (name !== field || !filename) {
        source.resume()
        return
      }
      // Memory that is never written costs nothing, and a list of chunks would take as much again when it is joined.
      const bytes = Buffer.allocUnsafeSlow(room)
      file = bytes
      source.on('data', (chunk: Uint8Array) => {
        // An oversize file is drained, so that the client can read the response.
        if (size + chunk.byteLength <= room) bytes.set(chunk, size)
        size += chunk.byteLength
      })
    })
    collect(form, fields)
  })
  if (!file) return { fields, file: undefined }
  return { fields, file: size > room ? 'too large' : file.subarray(0, size) }
}
