import { vi } from 'vitest'
import { startWebServer } from './web-server.ts'

/**
 * Starts object storage in memory that answers what the product asks of S3, and points the environment of the SDK to it.
 *
 * @param uploads the response to the list of multipart uploads; by default there are none.
 */
export async function startMemoryStorage(
  uploads: () => { status: number; body: string } = () => ({ status: 200, body: listed('') }),
) {
  const objects = new Map<string, Buffer>()
  let whenStored = () => {}
  const { url } = await startWebServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const [, , ...rest] = pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    const body = Buffer.concat((await Array.fromAsync(request)) as Buffer[])
    const answer = (status: number, content: Buffer | string = '') => response.writeHead(status).end(content)
    if (searchParams.has('uploads')) {
      const { status, body: answered } = uploads()
      answer(status, answered)
    } else if (searchParams.has('list-type')) {
      const keys = [...objects.keys()].filter((one) => one.startsWith(searchParams.get('prefix') ?? ''))
      answer(200, listed(keys.map((one) => `<Contents><Key>${one}</Key></Contents>`).join('')))
    } else if (request.method === 'PUT') {
      objects.set(key, body)
      whenStored()
      response.writeHead(200, { ETag: '"x"' }).end()
    } else if (request.method === 'DELETE') {
      objects.delete(key)
      answer(204)
    } else if (key === '') {
      answer(200)
    } else {
      const found = objects.get(key)
      if (!found) answer(404, request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
      else if (request.method === 'HEAD') response.writeHead(200, { 'Content-Length': found.length }).end()
      else {
        const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
        answer(206, found.subarray(Number(from), to === '' ? undefined : Number(to) + 1))
      }
    }
  })
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('AWS_ENDPOINT_URL_S3', url)
  return {
    objects,
    whenStored(run: () => void) {
      whenStored = run
    },
    address: (prefix: string) => `s3://bucket/${prefix}?pathStyle=true`,
  }
}

/** Returns a list as S3 ends it: not truncated, and with an empty token. */
const listed = (content: string) =>
  `<Result><IsTruncated>false</IsTruncated><NextContinuationToken></NextContinuationToken>${content}</Result>`
