import type { Readable } from 'node:stream'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { InvalidFields, Refused } from '@baseplate/platform/foundation/errors'
import { newTimedId } from '@baseplate/platform/foundation/ids'
import { refusalStatus } from '@baseplate/platform/foundation/refusal-status'
import { refusalOf } from '@baseplate/platform/foundation/unavailable'
import {
  beginUpload,
  cancelUpload,
  continueUpload,
  offsetConflict,
  type Published,
  uploadLifetime,
  viewUpload,
} from '@baseplate/platform/places/door'
import { maxPlaceFileBytes } from '@baseplate/platform/places/rules'
import type { Platform } from '@baseplate/platform/platform'
import type { RequestEvent } from '@sveltejs/kit'
import { DataStore, type Locker, Server, type ServerOptions, TUS_RESUMABLE, Upload } from '@tus/server'
import { describeVersion } from './file-conditions.ts'
import { logUnavailable } from './log-unavailable.ts'
import { handles } from './operation.ts'
import { refuseFile } from './request-file.ts'

/** Uploads in the platform's storage, for one request. */
class PlaceUploads extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination', 'checksum']
  /** Bytes that had arrived when the library last asked. */
  received = 0
  /** The published version, once the file is complete. */
  published: Published | undefined

  private readonly platform: Platform
  private readonly actor: Actor
  private readonly checksum: string | undefined

  constructor(platform: Platform, actor: Actor, checksum: string | undefined) {
    super()
    this.platform = platform
    this.actor = actor
    this.checksum = checksum
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata = {} } = upload
    await beginUpload(this.platform, this.actor, { ...metadata, id, size })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received, created, published } = await viewUpload(this.platform, this.actor, { id })
    this.received = received
    this.published = published ?? undefined
    return new Upload({ id, size, offset: received, creation_date: new Date(created).toISOString() })
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { platform, actor, checksum } = this
    const { received, published } = await refuseFile(() =>
      continueUpload(platform, actor, id, { offset, source, checksum }),
    )
    this.published = published
    return received
  }

  override remove = (id: string): Promise<void> => cancelUpload(this.platform, this.actor, { id })

  override getExpiration = (): number => uploadLifetime
}

/** Requests for the same upload are serialised in the database, because several sites may get them. */
const noLocks: Locker = { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) }

/**
 * Speaks the tus protocol, which resumes uploads: docs/reference/site-api.md#resumable-uploads.
 *
 * @throws any error that is not the client's
 */
export const speakTus = handles(
  { summary: 'Speaks the tus protocol, which resumes uploads.', scope: 'places:write' },
  async (event: RequestEvent): Promise<Response> => {
    const { request, locals } = event
    const { platform, actor } = locals
    if (!actor) return refusal(event, new Refused('site.sign_in_first'))
    // The library refuses requests in which several proxies name their schemes. The URLs in its responses have no scheme.
    request.headers.delete('x-forwarded-proto')
    // The library calls another version of the protocol an invalid header. The protocol has 412 for it, as for none.
    if (request.headers.get('tus-resumable') !== TUS_RESUMABLE) request.headers.delete('tus-resumable')
    let isExplained = false
    const uploads = new PlaceUploads(platform, actor, request.headers.get('upload-checksum') ?? undefined)
    const server = new Server({
      path: '/uploads',
      relativeLocation: true,
      datastore: uploads,
      locker: noLocks,
      maxSize: maxPlaceFileBytes,
      // Pages of other sites may not upload.
      allowedOrigins: () => false,
      namingFunction: () => newTimedId(platform.now()),
      onUploadFinish: async () => ({ headers: uploads.published ? describeVersion(uploads.published) : {} }),
      onResponseError: (_request, error) => {
        isExplained = true
        return explain(event, error, uploads.received)
      },
    } satisfies ServerOptions & { datastore: DataStore })
    const response = await server.handleWeb(request)
    return finish(request, response.status < 400 || isExplained ? response : await inJson(response))
  },
)

/** Converts a refusal that the library has written as text, such as that of a missing `Tus-Resumable`. */
async function inJson(response: Response): Promise<Response> {
  const message = (await response.text()).trim()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify({ message }), { status: response.status, headers })
}

/** Removes the library's headers for pages of other sites, and adds the headers that it leaves out. */
function finish({ method }: Request, response: Response): Response {
  for (const name of [...response.headers.keys()])
    if (name.startsWith('access-control-')) response.headers.delete(name)
  if (response.status === 412) response.headers.set('tus-version', TUS_RESUMABLE)
  if (method === 'OPTIONS') response.headers.set('tus-checksum-algorithm', 'sha1,sha256')
  // The server in front reads the rest of a body after an early response. Closed connections would lose the response.
  response.headers.delete('connection')
  if (response.status >= 400) response.headers.set('content-type', 'application/json')
  // Compression would weaken the ETag of a published version.
  response.headers.set('cache-control', 'private, no-store, no-transform')
  return response
}

/** Errors that the library itself finds, by status. */
const refusals: Readonly<Record<number, (received: number) => Refused>> = {
  409: offsetConflict,
  413: () => new Refused('places.file_too_large'),
}

/** Returns the response to an error of a request. @throws errors that are not the client's */
function explain(
  event: RequestEvent,
  error: Error | { status_code: number; body: string },
  received = 0,
): { status_code: number; body: string } {
  const { locals } = event
  logUnavailable(event, error, 'an upload')
  const refused = error instanceof Error ? refusalOf(error) : undefined
  if (refused?.retryAfter !== undefined) locals.retryAfter = refused.retryAfter
  if (refused) return { status_code: refusalStatus[refused.reason], body: bodyOf(refused) }
  if (error instanceof InvalidFields) {
    const { errors, problems } = error
    const named = Object.entries(problems).map(([field, { code }]) => [field, code])
    const message = Object.values(errors).join(' ')
    return { status_code: 400, body: JSON.stringify({ message, codes: Object.fromEntries(named) }) }
  }
  if (!('status_code' in error)) throw error
  const { status_code, body } = error as { status_code: number; body: string }
  const known = refusals[status_code]?.(received)
  return { status_code, body: known ? bodyOf(known) : JSON.stringify({ message: body.trim() }) }
}

const bodyOf = ({ message, problem: { code } }: Refused) => JSON.stringify({ message, code })

function refusal(event: RequestEvent, refused: Refused): Response {
  const { status_code, body } = explain(event, refused)
  return new Response(body, { status: status_code, headers: { 'content-type': 'application/json' } })
}
