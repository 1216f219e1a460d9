import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sendFile } from './send-file.ts'
import { createSiteClient } from './site-client.ts'

/** Starts a site that refuses every request for an hour. */
async function startBusySite(): Promise<{ url: URL; requests: string[] }> {
  const requests: string[] = []
  const site = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    request.resume()
    response.writeHead(429, { 'retry-after': '3600' })
    response.end('{"message":"Too many files.","code":"limits.place_files"}')
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    site.close()
    site.closeAllConnections()
  })
  return { url: new URL(`http://127.0.0.1:${(site.address() as AddressInfo).port}`), requests }
}

test('ends with the reason when the site asks for a wait of an hour, and deletes the upload', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-send-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'place')
  await writeFile(path, 'bytes')
  const handle = await open(path)
  onTestFinished(() => handle.close())
  const { url, requests } = await startBusySite()
  const site = createSiteClient({ url, token: 'token' })
  const file = { handle, size: 5, sha256: '' }
  await expect(sendFile(site, '/uploads/x', file, () => {})).rejects.toMatchObject({
    message: 'Too many files. (limits.place_files)',
    exitCode: 1,
  })
  expect(requests).toEqual(['PATCH /uploads/x', 'DELETE /uploads/x'])
})
