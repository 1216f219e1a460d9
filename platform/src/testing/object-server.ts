import { openObjects } from '@baseplate/storage/s3-files/objects'
import { onTestFinished, vi } from 'vitest'
import { startWebServer } from './web-server.ts'

/** Points the S3 client at a test server that handles each request with `respond`, until the test ends. Returns the paths it was asked. */
export async function startObjectServer(respond: Parameters<typeof startWebServer>[0]): Promise<string[]> {
  const { url, asked } = await startWebServer(respond)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('AWS_ENDPOINT_URL_S3', url)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  return asked
}

/** Opens the objects of a bucket on such a server. */
export async function openObjectsAt(respond: Parameters<typeof startWebServer>[0], prefix = '') {
  await startObjectServer(respond)
  const objects = openObjects({ bucket: 'files', prefix, pathStyle: true }, { isForUsers: true })
  onTestFinished(() => objects.close())
  return objects
}
