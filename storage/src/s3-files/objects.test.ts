import { openObjectsAt, startObjectServer } from '@baseplate/platform/testing/object-server'
import { expect, onTestFinished, test } from 'vitest'
import { FilesUnavailable } from '../files-unavailable.ts'
import { openObjects } from './objects.ts'
import { objectTimings } from './request-timings.ts'

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

test('refuses a list whose pages repeat', async () => {
  let pages = 0
  const objects = await openObjectsAt((request, response) => {
    request.resume()
    const token = ['one', 'two', 'three'][pages++ % 3]
    response.end(
      `<Result><IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken></Result>`,
    )
  })
  await expect(Array.fromAsync(objects.list())).rejects.toThrow(FilesUnavailable)
  expect(pages).toBe(4)
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

test('lets commands wait for slow storage without checking whether it answers', async () => {
  const asked = await startObjectServer((request, response) => {
    request.resume()
    setTimeout(() => response.writeHead(200).end(), 3_500)
  })
  const objects = openObjects({ bucket: 'bucket', prefix: '', pathStyle: true })
  onTestFinished(() => objects.close())
  await objects.put('key', [Buffer.from('content')])
  expect(asked).toHaveLength(1)
})
