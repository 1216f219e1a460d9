import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { NotPublished } from './failure.ts'
import { mayPass, refusal, type SiteClient } from './site-client.ts'

/** Bytes per request. The site checks each request, and a lost connection costs at most one. */
const partBytes = 4_000_000

const tus = { 'tus-resumable': '1.0.0' }

export interface LocalFile {
  handle: FileHandle
  size: number
  /** Hexadecimal. */
  sha256: string
}

/** Begins an upload at a site. Returns its path. @throws NotPublished */
export async function beginUpload(
  site: SiteClient,
  { size, sha256 }: LocalFile,
  metadata: Readonly<Record<string, string>>,
): Promise<string> {
  const begun = await site.ask({
    method: 'POST',
    path: '/uploads',
    headers: {
      ...tus,
      'upload-length': String(size),
      'upload-metadata': Object.entries({ ...metadata, sha256 })
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(),
    },
  })
  const location = begun.headers.get('location')
  if (begun.status !== 201 || location === null) throw refusal(begun)
  return location
}

/**
 * Sends a file to an upload. After a failure, resumes at the byte that the site has reached.
 *
 * @param report gets the number of bytes that the site has.
 * @throws NotPublished
 */
export async function sendFile(
  site: SiteClient,
  path: string,
  file: LocalFile,
  report: (sent: number) => void,
): Promise<void> {
  try {
    await sendParts(site, path, file, report)
  } catch (error) {
    // The next run of the command begins another upload, and a user may have only a few unfinished ones.
    if (error instanceof NotPublished)
      await site.send({ method: 'DELETE', path, headers: tus }).catch(() => {})
    throw error
  }
}

async function sendParts(
  site: SiteClient,
  path: string,
  { handle, size }: LocalFile,
  report: (sent: number) => void,
): Promise<void> {
  const buffer = Buffer.alloc(Math.min(partBytes, size))
  for (let offset = 0; offset < size; report(offset)) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
    if (bytesRead === 0) throw new NotPublished('The file became shorter while it was sent.', 'refused')
    const next = await sendPart(site, path, { offset, body: buffer.subarray(0, bytesRead) })
    if (next > offset) site.succeeded()
    offset = next
  }
}

/** Sends bytes once. Returns the byte at which the upload continues. */
async function sendPart(
  site: SiteClient,
  path: string,
  { offset, body }: { offset: number; body: Buffer<ArrayBuffer> },
): Promise<number> {
  const headers = {
    ...tus,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    'upload-checksum': `sha256 ${createHash('sha256').update(body).digest('base64')}`,
  }
  const sent = await site.send({ method: 'PATCH', path, headers, body }).catch((error: Error) => error)
  if (!(sent instanceof Error)) {
    if (sent.status === 204) return Number(sent.headers.get('upload-offset'))
    if (!mayPass(sent)) throw refusal(sent)
  }
  await site.pause(sent)
  const state = await site.ask({ method: 'HEAD', path, headers: tus })
  if (state.status !== 200) throw refusal(state)
  return Number(state.headers.get('upload-offset'))
}

/** Returns the version that a complete upload became. @throws NotPublished */
export async function readResult(
  site: SiteClient,
  path: string,
): Promise<{ version: number; sha256: string }> {
  const found = await site.ask({ method: 'GET', path })
  const { version, sha256 } = found.body
  if (found.status !== 200 || typeof version !== 'number' || typeof sha256 !== 'string') throw refusal(found)
  return { version, sha256 }
}
