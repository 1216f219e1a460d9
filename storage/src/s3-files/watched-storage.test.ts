import { openObjectsAt } from '@baseplate/platform/testing/object-server'
import { expect, test } from 'vitest'
import { FilesUnavailable } from '../files-unavailable.ts'

test('fails within seconds while the storage is silent, then at once until it answers', async () => {
  let isSilent = true
  const objects = await openObjectsAt((request, response) => {
    request.resume()
    if (!isSilent) response.writeHead(200).end('content')
  })
  const secondsOf = async (run: Promise<unknown>) => {
    const began = performance.now()
    await expect(run).rejects.toThrow(FilesUnavailable)
    return (performance.now() - began) / 1_000
  }
  const read = () => Array.fromAsync(objects.read('key', { start: 0, end: 6 }))
  const first = [secondsOf(read()), secondsOf(objects.put('key', [Buffer.from('content')]))]
  for (const seconds of await Promise.all(first)) expect(seconds).toBeLessThan(8)
  expect(await secondsOf(read())).toBeLessThan(1)
  isSilent = false
  await expect
    .poll(
      () =>
        read().then(
          () => true,
          () => false,
        ),
      { timeout: 8_000 },
    )
    .toBe(true)
}, 30_000)

test('waits for a slow response while the storage answers other requests, if only with refusals', async () => {
  const objects = await openObjectsAt((request, response) => {
    request.resume()
    if (request.method === 'HEAD') response.writeHead(403).end()
    else setTimeout(() => response.writeHead(200).end('content'), 4_000)
  })
  await objects.put('key', [Buffer.from('content')])
}, 30_000)
