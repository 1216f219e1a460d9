import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { refusalOf } from '@baseplate/platform/foundation/database/outage'
import { InvalidFields, Refused } from '@baseplate/platform/foundation/errors'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'

/** Fields of a form are short: the longest text is 10,000 characters of CSS, up to nine bytes each when encoded. */
const limits = { fields: 100, fieldNameSize: 100, fieldSize: 100_000, parts: 110, headerPairs: 50 }

/**
 * The text fields of a submitted form, either encoding. Files in it are passed over.
 *
 * @throws Refused `invalid` when it is no form; `oversize` when it has too many fields or parts, or a field is too long.
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
 * Hands the one file of a multipart form to `store` while it arrives; memory does not grow with the file.
 *
 * @throws InvalidFields when there is no file; what `store` throws.
 */
export async function readUpload(
  request: Request,
  field: string,
  store: (file: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  let upload: { file: Readable; stored: Promise<void> } | undefined
  await parse(request, (form) => {
    form.on('file', (name, file, filename) => {
      // A browser sends an empty part without a name when nothing was chosen.
      if (name !== field || upload || !filename) {
        file.resume()
        return
      }
      // The stream outlives a store that refuses it: the rest is read past, so that the answer can be heard.
      const stored = store(file.iterator({ destroyOnReturn: false }))
      stored.catch(() => file.resume())
      upload = { file, stored }
    })
  }).catch(async (error: Error) => {
    // The form broke off, maybe inside the file: the store would wait for the rest of it, with its own file open.
    upload?.file.destroy(error)
    await Promise.allSettled([upload?.stored])
    throw error
  })
  if (!upload) throw new InvalidFields({ [field]: 'Choose a file' })
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
    // A file that is cut short is told to the file alone, where nobody may listen; it is the form that broke.
    form.on('file', (_name, file) => file.on('error', (error) => form.destroy(error)))
    listen(form)
    // Cancelling the body would close the connection before the answer is read. The server in front reads the rest.
    const body = (request.body as ReadableStream<Uint8Array>).values({ preventCancel: true })
    await pipeline(body, form)
  } catch (error) {
    if (error instanceof InvalidFields || refusalOf(error)) throw error
    throw new Refused('invalid', 'The form could not be read')
  }
}

function collect(form: BusboyInstance, fields: Record<string, string>): void {
  const refuse = () => form.destroy(new Refused('oversize', 'The form is too large'))
  form.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) refuse()
    else fields[name] = value
  })
  form.on('fieldsLimit', refuse)
  form.on('partsLimit', refuse)
}

/**
 * The text fields of a form, and its one small file, in memory; nothing was chosen: undefined.
 *
 * @throws Refused `invalid` when it is no form; `oversize` when it has too many fields or parts, or a field is too long.
 */
export async function readFieldsAndFile(
  request: Request,
  field: string,
  maxBytes: number,
): Promise<{ fields: Record<string, string>; file: Uint8Array | 'too large' | undefined }> {
  const fields: Record<string, string> = {}
  const chunks: Uint8Array[] = []
  let size = 0
  let chosen = false
  await parse(request, (form) => {
    form.on('file', (name, file, filename) => {
      if (name !== field || !filename) {
        file.resume()
        return
      }
      chosen = true
      file.on('data', (chunk: Uint8Array) => {
        size += chunk.byteLength
        // What is too large is read past, so that the answer can be heard.
        if (size <= maxBytes) chunks.push(chunk)
      })
    })
    collect(form, fields)
  })
  if (!chosen) return { fields, file: undefined }
  return { fields, file: size > maxBytes ? 'too large' : Buffer.concat(chunks) }
}
