import { binary, type Exchange, etag, headerOf, parameterOf, reprDigest } from './exchanges.ts'

const sentVersion = parameterOf('Tus-Resumable', '`1.0.0`.', 'required')
const version = { 'Tus-Resumable': headerOf('`1.0.0`.', 'required') }
const checksum = parameterOf(
  'Upload-Checksum',
  '`sha1` or `sha256`, a space, and the digest of the body in base64.',
)
const size = 'Size of the file in bytes.'
const offset = 'Bytes that the site has.'
const progress = {
  ...version,
  'Upload-Offset': headerOf(offset, 'required'),
  'Upload-Expires': headerOf('End of the upload, if it is not complete by then.'),
  ETag: headerOf(etag),
  'Repr-Digest': headerOf(reprDigest),
}
const content = { 'application/offset+octet-stream': { schema: binary } }

/** The tus protocol, which a library speaks: docs/reference/site-api.md#resumable-uploads. */
export const tus: Readonly<Record<string, Exchange>> = {
  post: {
    description: 'Begins an upload, which may come with its first bytes.',
    parameters: [
      sentVersion,
      parameterOf('Upload-Length', size, 'required'),
      parameterOf(
        'Upload-Metadata',
        '`place`, and optionally `sha256`, `version` and `notes`: names and values in base64.',
        'required',
      ),
      checksum,
    ],
    requestBody: { content },
    status: 201,
    headers: {
      ...progress,
      Location: headerOf('Address of the upload.', 'required'),
      'Upload-Offset': headerOf(offset),
    },
  },
  patch: {
    description: 'Sends the bytes after an offset. The last ones publish the file.',
    parameters: [sentVersion, parameterOf('Upload-Offset', offset, 'required'), checksum],
    requestBody: { required: true, content },
    status: 204,
    headers: progress,
  },
  head: {
    description: 'Returns how much of an upload the site has.',
    parameters: [sentVersion],
    status: 200,
    headers: {
      ...version,
      'Upload-Offset': headerOf(offset, 'required'),
      'Upload-Length': headerOf(size, 'required'),
    },
  },
  delete: { description: 'Deletes an upload.', parameters: [sentVersion], status: 204, headers: version },
  options: {
    description: 'Returns what the site supports.',
    status: 204,
    headers: {
      ...version,
      'Tus-Version': headerOf('Versions of the protocol.', 'required'),
      'Tus-Extension': headerOf('Extensions of the protocol.', 'required'),
      'Tus-Max-Size': headerOf('Maximum size of a file in bytes.', 'required'),
      'Tus-Checksum-Algorithm': headerOf('Algorithms of `Upload-Checksum`.', 'required'),
    },
  },
}
