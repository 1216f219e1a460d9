import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import { register } from '@baseplate/platform/accounts/registration/register'
import { useSession } from '@baseplate/platform/accounts/sessions/sessions'
import { createPlace } from '@baseplate/platform/places/create'
import type { Measurement } from '../measurement.ts'
import { type Product, startProduct } from '../product.ts'

const bytes = 100_000_000
const megabyte = 1_000_000
const cuts = 10

const password = 'correct horse battery'
const device = { userAgent: 'bench', address: '127.0.0.1' }
const tus = { 'Tus-Resumable': '1.0.0' }

/** Measures a resumable upload of 100 MB that is cut ten times: its bytes, and the memory of the site's process. */
export async function publish(): Promise<Measurement[]> {
  let cookie = ''
  let place = 0
  const product = await startProduct(
    async (platform) => {
      cookie = await register(platform, { username: 'Maker', password, cpassword: password }, device)
      const session = await useSession(platform, cookie)
      if (!session) throw new Error('there is no session')
      place = (await createPlace(platform, session.actor, { name: 'Large' })).id
    },
    // The renderer would start for the maker's picture, with threads and memory of its own.
    { BASEPLATE_CONFIG: join(import.meta.dirname, '../no-rendering.config.ts') },
  )
  try {
    const headers = { ...tus, Cookie: `session=${cookie}` }
    // The first upload loads code that later ones reuse, so memory is measured on the second.
    await upload(product, headers, { place, file: Buffer.from('warm'), parts: 1 })
    const file = randomFillSync(Buffer.alloc(bytes))
    const before = await product.site.residentBytes()
    await product.site.forgetPeak()
    const resent = await upload(product, headers, { place, file, parts: cuts + 1 })
    const raised = (await product.site.peakBytes()) - before
    const stored = await fetch(`${product.baseUrl}/game/${place}`, { headers })
    if (!Buffer.from(await stored.arrayBuffer()).equals(file)) throw new Error('the file arrived changed')
    return [
      {
        name: 'memory raised by a resumable upload of 100 MB, cut ten times',
        value: raised / megabyte,
        unit: 'MB',
        against: 'the file: 100 MB',
        target: { atMost: 40 },
      },
      {
        name: 'bytes sent again after ten cuts',
        value: resent / megabyte,
        unit: 'MB',
        against: 'half a part for each cut: 25 MB',
        target: { atMost: 25 },
      },
    ]
  } finally {
    await product.stop()
  }
}

/** Uploads a file, cutting the connection after each part but the last. Returns the number of bytes sent twice. */
async function upload(
  { baseUrl }: Product,
  headers: Record<string, string>,
  { place, file, parts }: { place: number; file: Buffer<ArrayBuffer>; parts: number },
): Promise<number> {
  const metadata = `place ${Buffer.from(String(place)).toString('base64')}`
  const begun = await fetch(`${baseUrl}/uploads`, {
    method: 'POST',
    headers: { ...headers, 'Upload-Length': String(file.length), 'Upload-Metadata': metadata },
  })
  const url = baseUrl + (begun.headers.get('location') ?? '')
  let sent = 0
  for (let part = 1; part <= parts; part++) {
    const offset = await offsetOf(url, headers)
    const end = Math.floor((file.length * part) / parts)
    sent += end - offset
    const response = await send(url, headers, {
      offset,
      bytes: file.subarray(offset, end),
      isCut: part < parts,
    })
    if (part === parts && response?.status !== 204)
      throw new Error(`the upload failed: ${response?.status} ${await response?.text()}`)
  }
  return sent - file.length
}

const offsetOf = async (url: string, headers: Record<string, string>): Promise<number> =>
  Number((await fetch(url, { method: 'HEAD', headers })).headers.get('upload-offset'))

/** Sends a part. If `isCut`, cuts the connection at its end and waits until the site has noticed. */
async function send(
  url: string,
  headers: Record<string, string>,
  { offset, bytes, isCut }: { offset: number; bytes: Buffer<ArrayBuffer>; isCut: boolean },
): Promise<Response | undefined> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    if (isCut) throw new Error('cut')
  }
  const body = ReadableStream.from(chunks()) as unknown as NonNullable<RequestInit['body']>
  const type = 'application/offset+octet-stream'
  const init = { method: 'PATCH', body, duplex: 'half' as const }
  const sending = fetch(url, {
    ...init,
    headers: { ...headers, 'Content-Type': type, 'Upload-Offset': String(offset) },
  })
  if (!isCut) return sending
  await sending.catch(() => undefined)
  for (let before = -1, now = 0; before !== now; ) {
    before = await offsetOf(url, headers)
    await new Promise((done) => setTimeout(done, 200))
    now = await offsetOf(url, headers)
  }
  return undefined
}
