import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startMemoryStorage } from '@baseplate/platform/testing/memory-storage'
import { openObjectsAt } from '@baseplate/platform/testing/object-server'
import { expect, onTestFinished, test } from 'vitest'
import { FilesUnavailable } from '../files-unavailable.ts'
import { openObjects } from './objects.ts'

/** Opens a bucket in memory through the S3 client. */
async function openBucket(prefix = '') {
  const storage = await startMemoryStorage()
  const objects = openObjects({ bucket: 'bucket', prefix, pathStyle: true })
  onTestFinished(() => objects.close())
  return { objects, stored: storage.objects }
}

test('stores, reads and removes objects under the prefix', async () => {
  const { objects, stored } = await openBucket('some/')
  await objects.put('key', [Buffer.from('con'), Buffer.from('tent')])
  expect([...stored]).toEqual([['some/key', Buffer.from('content')]])
  expect(String(await buffer(objects.read('key', { start: 1, end: 3 })))).toBe('ont')
  expect([await objects.sizeOf('key'), await objects.sizeOf('other')]).toEqual([7, undefined])
  await objects.remove('key')
  expect(stored.size).toBe(0)
})

test('stores nothing of a source that fails, and throws its error', async () => {
  const { objects, stored } = await openBucket()
  const left = new Error('the client left')
  async function* failing() {
    yield Buffer.from('con')
    throw left
  }
  await expect(objects.put('key', failing())).rejects.toBe(left)
  expect(stored.size).toBe(0)
})

test('signs an address of one object, with its type and its time', async () => {
  const { objects } = await openBucket('some/')
  const address = new URL(await objects.addressOf('key', 'image/png', 90))
  expect(address.pathname).toBe('/bucket/some/key')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    'response-content-type': 'image/png',
    'X-Amz-Expires': '90',
    'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('checks the bucket, and reports a missing one', async () => {
  let status = 200
  const objects = await openObjectsAt((_request, response) => response.writeHead(status).end())
  await objects.check()
  status = 404
  await expect(objects.check()).rejects.toThrow(FilesUnavailable)
})

test('lists keys without the prefix, page after page', async () => {
  const queries: string[] = []
  const objects = await openObjectsAt((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x')
    const after = searchParams.get('continuation-token')
    queries.push(`${searchParams.get('prefix')} ${after}`)
    const next = after === null ? '<NextContinuationToken>two</NextContinuationToken>' : ''
    response.end(
      `<Result><IsTruncated>${after === null}</IsTruncated>${next}` +
        `<Contents><Key>some/${after ?? 'one'}</Key></Contents></Result>`,
    )
  }, 'some/')
  expect((await Array.fromAsync(objects.list())).flat()).toEqual(['one', 'two'])
  expect(queries).toEqual(['some/ null', 'some/ two'])
})

/** Opens a bucket with two unfinished uploads, or which answers a request for them like this. */
async function openWithUploads(answer?: (response: ServerResponse) => void) {
  const aborted: string[] = []
  const objects = await openObjectsAt((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    if (request.method === 'DELETE') {
      aborted.push(`${pathname} ${searchParams.get('uploadId')}`)
      response.writeHead(204).end()
      return
    }
    if (answer) return answer(response)
    const upload = (key: string, year: number) =>
      `<Upload><Key>${key}</Key><UploadId>${year}</UploadId><Initiated>${year}-01-01T00:00:00.000Z</Initiated></Upload>`
    response.end(
      `<Result><IsTruncated>false</IsTruncated>${upload('old', 2020)}${upload('new', 2024)}</Result>`,
    )
  })
  return { aborted, abort: () => objects.abortUploads(new Date('2022-01-01')) }
}

test('aborts only uploads from before a time', async () => {
  const { aborted, abort } = await openWithUploads()
  expect(await abort()).toBe(true)
  expect(aborted).toEqual(['/files/old 2020'])
})

test.each([
  [405, 'MethodNotAllowed'],
  [501, 'NotImplemented'],
  [400, 'NotImplemented'],
])('leaves unfinished uploads to storage that answers %s %s', async (status, code) => {
  const { aborted, abort } = await openWithUploads((response) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`),
  )
  expect(await abort()).toBe(false)
  expect(aborted).toEqual([])
})

test('reports storage that refuses to list unfinished uploads', async () => {
  const { abort } = await openWithUploads((response) =>
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'),
  )
  await expect(abort()).rejects.toThrow(FilesUnavailable)
})

test('names the product to the storage', async () => {
  const agents: unknown[] = []
  const objects = await openObjectsAt((request, response) => {
    agents.push(request.headers['user-agent'])
    response.writeHead(200, { 'content-length': '7' }).end()
  })
  await objects.sizeOf('key')
  expect(agents).toEqual([expect.stringContaining('Baseplate-Storage')])
})
