import ts from 'typescript'
import type { Reached } from './reach.ts'
import type { Schema } from './type-schemas.ts'

interface Header {
  description: string
  required?: true
}

/** Headers by name. */
type Headers = Readonly<Record<string, Header>>

/** Parts of a request and its response besides form, query and result. */
export interface Exchange {
  description?: string
  request?: Headers
  /** Bodies by media type. */
  bodies?: Record<string, { schema: Schema }>
  isBodyRequired?: true
  /** Status of success, if it differs from what the code says. */
  status?: number
  response?: Headers
}

const binary: Schema = { type: 'string', format: 'binary' }

const etag: Header = { description: 'Number of the published version, in quotes.' }
const reprDigest: Header = { description: '`sha-256` of the published file (RFC 9530).' }

/** Bodies other than forms, by the function that reads them, and headers by the one that writes them. */
const exchangesByFunction: Readonly<Record<string, Exchange>> = {
  requestFile: { bodies: { 'application/octet-stream': { schema: binary } }, isBodyRequired: true },
  readImage: {
    bodies: {
      'image/*': { schema: binary },
      'multipart/form-data': { schema: { type: 'object', additionalProperties: binary } },
    },
    isBodyRequired: true,
  },
  receiveRender: { bodies: { 'text/plain': { schema: { type: 'string' } } }, isBodyRequired: true },
  describeVersion: {
    response: { ETag: { ...etag, required: true }, 'Repr-Digest': { ...reprDigest, required: true } },
  },
}

/** Headers of requests that code reads by their names. Those of HTTP itself, of sessions and of browsers are left out. */
const headersByName: Headers = {
  'If-Match': { description: 'Refuses the request with 412 unless the current `ETag` is one of these.' },
  'If-None-Match': {
    description: 'Refuses the request, or returns 304, if the current `ETag` is one of these.',
  },
  'If-Range': { description: '`ETag` for which `Range` holds.' },
  Range: { description: 'The part of the file to return.' },
  'Content-Digest': { description: '`sha-256` of the body (RFC 9530), which is checked.' },
  'Repr-Digest': { description: '`sha-256` of the file (RFC 9530), which is checked.' },
  'Last-Event-ID': { description: 'Event after which the stream continues.' },
}

const tusVersion: Headers = { 'Tus-Resumable': { description: '`1.0.0`.', required: true } }

const checksum: Header = { description: '`sha1` or `sha256`, a space, and the digest of the body in base64.' }
const offset: Header = { description: 'Bytes that the site has.', required: true }
const expires: Header = { description: 'End of the upload, if it is not complete by then.' }
const part = { 'application/offset+octet-stream': { schema: binary } }

/** The tus protocol, which a library speaks: docs/reference/site-api.md#resumable-uploads. */
const tus: Readonly<Record<string, Exchange>> = {
  post: {
    description: 'Begins an upload, which may come with its first bytes.',
    request: {
      ...tusVersion,
      'Upload-Length': { description: 'Size of the file in bytes.', required: true },
      'Upload-Metadata': {
        description: '`place`, and optionally `sha256`, `version` and `notes`: names and values in base64.',
        required: true,
      },
      'Upload-Checksum': checksum,
    },
    bodies: part,
    status: 201,
    response: {
      ...tusVersion,
      Location: { description: 'Address of the upload.', required: true },
      'Upload-Offset': { description: offset.description },
      'Upload-Expires': expires,
      ETag: etag,
      'Repr-Digest': reprDigest,
    },
  },
  patch: {
    description: 'Sends the bytes after an offset. The last ones publish the file.',
    request: { ...tusVersion, 'Upload-Offset': offset, 'Upload-Checksum': checksum },
    bodies: part,
    isBodyRequired: true,
    status: 204,
    response: {
      ...tusVersion,
      'Upload-Offset': offset,
      'Upload-Expires': expires,
      ETag: etag,
      'Repr-Digest': reprDigest,
    },
  },
  head: {
    description: 'Returns how much of an upload the site has.',
    request: tusVersion,
    status: 200,
    response: {
      ...tusVersion,
      'Upload-Offset': offset,
      'Upload-Length': { description: 'Size of the file in bytes.', required: true },
    },
  },
  delete: { description: 'Deletes an upload.', request: tusVersion, status: 204, response: tusVersion },
  options: {
    description: 'Returns what the site supports.',
    status: 204,
    response: {
      ...tusVersion,
      'Tus-Version': { description: 'Versions of the protocol.', required: true },
      'Tus-Extension': { description: 'Extensions of the protocol.', required: true },
      'Tus-Max-Size': { description: 'Maximum size of a file in bytes.', required: true },
      'Tus-Checksum-Algorithm': { description: 'Algorithms of `Upload-Checksum`.', required: true },
    },
  },
}

/** Returns the bodies and headers of a handler's requests and responses that its code shows. */
export function exchangeOf({ declarations, texts }: Reached, method: string): Exchange {
  const functions = new Set([...declarations].map(nameOf))
  if (functions.has('speakTus')) return tus[method] ?? {}
  const known = Object.entries(exchangesByFunction).filter(
    ([name]) => functions.has(name) && method !== 'get',
  )
  const read = new Set([...texts].map((text) => text.toLowerCase()))
  // Code also reads the range as a property.
  if (read.has('if-range')) read.add('range')
  const request = Object.fromEntries(
    Object.entries(headersByName).filter(([name]) => read.has(name.toLowerCase())),
  )
  return Object.assign({ request }, ...known.map(([, exchange]) => exchange)) as Exchange
}

const nameOf = (node: ts.Node): string | undefined =>
  ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) ? node.name?.getText() : undefined

/** Describes headers as parameters of a request. */
export const headerParameters = (headers: Headers = {}): object[] =>
  Object.entries(headers).map(([name, { required, description }]) => ({
    name,
    in: 'header',
    ...(required && { required }),
    description,
    schema: { type: 'string' },
  }))

/** Describes headers of a response. */
export const responseHeaders = (headers: Headers = {}): { headers?: object } =>
  Object.keys(headers).length === 0
    ? {}
    : {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, header]) => [name, { ...header, schema: { type: 'string' } }]),
        ),
      }
