import { expect, test } from 'vitest'
import { openObjectsAt } from '../../testing/object-server.ts'
import { FilesUnavailable } from '../files-unavailable.ts'
import { objectTimings } from './request-timings.ts'

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

test('waits for a slow response while the storage answers other requests', async () => {
  const objects = await openObjectsAt((request, response) => {
    request.resume()
    if (request.method === 'HEAD') response.writeHead(200).end()
    else setTimeout(() => response.writeHead(200).end('content'), 4_000)
  })
  await objects.put('key', [Buffer.from('content')])
}, 30_000)

test('counts failed requests by operation, with each retry as a request of its own', async () => {
  const objects = await openObjectsAt((request, response) => {
    request.resume()
    const isFailing = request.method === 'DELETE'
    const isMissing = request.method === 'HEAD'
    response.writeHead(isFailing ? 503 : isMissing ? 404 : 200).end()
  })
  const before = new Map([...objectTimings.entries()].map(([name, { failures }]) => [name, failures]))
  await objects.put('key', [Buffer.from('content')])
  await expect(objects.remove('key')).rejects.toThrow(FilesUnavailable)
  await expect(objects.check()).rejects.toThrow(FilesUnavailable)
  const failures = Object.fromEntries(
    [...objectTimings.entries()].map(([name, timing]) => [name, timing.failures - (before.get(name) ?? 0)]),
  )
  // The SDK attempts each request three times. A missing bucket (404) is an answer, not a failure.
  expect(failures).toMatchObject({ put_object: 0, delete_object: 3, head_bucket: 0 })
})

test('ends a list at an empty token, and refuses one that never ends', async () => {
  let token = ''
  const objects = await openObjectsAt((request, response) => {
    request.resume()
    const isTruncated = token !== ''
    response.end(
      `<Result><IsTruncated>${isTruncated}</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>` +
        '<Contents><Key>one</Key></Contents></Result>',
    )
  })
  expect(await Array.fromAsync(objects.list())).toEqual([['one']])
  token = 'again'
  await expect(Array.fromAsync(objects.list())).rejects.toThrow(FilesUnavailable)
})

test('aborts the unfinished uploads of every page', async () => {
  const aborted: string[] = []
  const objects = await openObjectsAt((request, response) => {
    request.resume()
    const { searchParams, pathname } = new URL(request.url ?? '', 'http://x')
    if (request.method === 'DELETE') {
      aborted.push(pathname)
      response.writeHead(204).end()
      return
    }
    const isLast = searchParams.get('key-marker') === 'one'
    response.end(
      `<Result><IsTruncated>${!isLast}</IsTruncated>${isLast ? '' : '<NextKeyMarker>one</NextKeyMarker>'}` +
        `<Upload><Key>${isLast ? 'two' : 'one'}</Key><UploadId>1</UploadId>` +
        '<Initiated>2020-01-01T00:00:00.000Z</Initiated></Upload></Result>',
    )
  })
  expect(await objects.abortUploads(new Date())).toBe(true)
  expect(aborted).toEqual(['/files/one', '/files/two'])
})

test('closes the connection of a download that is left before its end', async () => {
  const closed = Promise.withResolvers<string>()
  const objects = await openObjectsAt((request, response) => {
    request.resume()
    response.writeHead(200).write('the beginning')
    response.on('close', () => closed.resolve('closed'))
  })
  for await (const chunk of objects.read('key', { start: 0, end: 1_000 })) {
    expect(String(chunk)).toBe('the beginning')
    break
  }
  expect(await closed.promise).toBe('closed')
})
