import { expect, test, vi } from 'vitest'
import { startWebServer } from '../../testing/web-server.ts'
import { FilesUnavailable } from '../files-unavailable.ts'
import { openObjects } from './objects.ts'
import { objectTimings } from './request-timings.ts'

test('records each request by operation, retries and failures included', async () => {
  const { url } = await startWebServer((request, response) => {
    request.resume()
    const isFailing = request.method === 'DELETE'
    const isMissing = request.method === 'HEAD'
    response.writeHead(isFailing ? 503 : isMissing ? 404 : 200).end()
  })
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('AWS_ENDPOINT_URL_S3', url)
  const before = new Map([...objectTimings.entries()].map(([name, { failures }]) => [name, failures]))
  const objects = openObjects({ bucket: 'files', prefix: '', pathStyle: true })
  try {
    await objects.put('key', [Buffer.from('content')])
    await expect(objects.remove('key')).rejects.toThrow(FilesUnavailable)
    await expect(objects.check()).rejects.toThrow(FilesUnavailable)
  } finally {
    objects.close()
    vi.unstubAllEnvs()
  }
  const failures = Object.fromEntries(
    [...objectTimings.entries()].map(([name, timing]) => [name, timing.failures - (before.get(name) ?? 0)]),
  )
  // The SDK attempts each request three times.
  expect(failures).toEqual({ put_object: 0, delete_object: 3, head_bucket: 0 })
})
