import { createHash } from 'node:crypto'
import { day } from '@baseplate/service/clock'
import { CommitUnknown } from '@baseplate/storage/database/outage'
import { describe, expect, test, vi } from 'vitest'
import { databases } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { startUploads } from '../../testing/uploads.ts'
import { maxPlaceFileBytes } from '../rules.ts'
import { beginUpload } from './begin.ts'
import { eraseUploads } from './erase.ts'
import { addParts } from './queries.ts'
import { maxParts, maxUnfinished } from './rules.ts'
import { sweepUploads } from './sweep.ts'
import { viewUpload } from './view.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.each(databases)('an upload on %s', (kind) => {
  test('is gone from the moment at which the sweep removes its parts', async () => {
    const { platform, begin, send, received } = await startUploads(kind)
    const id = await begin(8)
    await send(id, 0, Buffer.from('some'))
    platform.pass(day - 1)
    await sweepUploads(platform)
    expect(await received(id)).toBe(4)
    platform.pass(1)
    await sweepUploads(platform)
    await expect(received(id)).rejects.toMatchObject({ reason: 'gone' })
    await expect(send(id, 4, Buffer.from('rest'))).rejects.toMatchObject({ reason: 'gone' })
  })

  test('accepts sizes from one byte to the maximum of a place file', async () => {
    const { begin } = await startUploads(kind)
    await begin(1)
    await begin(maxPlaceFileBytes)
    await expect(begin(0)).rejects.toMatchObject({ problem: { code: 'files.empty' } })
    await expect(begin(maxPlaceFileBytes + 1)).rejects.toMatchObject({ reason: 'oversize' })
  })

  test('shows the version of a complete upload, and none before, even if its hash is known', async () => {
    const { platform, maker, place, begin, send } = await startUploads(kind)
    const file = Buffer.from('file')
    const id = await begin(4, { sha256: hashOf(file).toUpperCase() })
    const view = () => viewUpload(platform, maker, { id })
    const created = platform.now()
    expect(await view()).toEqual({ id, place, size: 4, received: 0, created, published: null })
    await send(id, 0, file)
    const published = { version: 1, sha256: hashOf(file) }
    expect(await view()).toEqual({ id, place, size: 4, received: 4, created, published })
    expect(await platform.db.selectFrom('upload_parts').selectAll().execute()).toEqual([])
  })

  test('continues only at its end, also when it is complete', async () => {
    const { begin, send, read } = await startUploads(kind)
    const id = await begin(8)
    await send(id, 0, Buffer.from('some'))
    const at = (offset: number) => ({ problem: { code: 'uploads.offset_conflict', values: { offset } } })
    for (const offset of [0, 3, 5])
      await expect(send(id, offset, Buffer.from('x'))).rejects.toMatchObject(at(4))
    await send(id, 4, Buffer.from('rest'))
    for (const offset of [0, 4, 9])
      await expect(send(id, offset, Buffer.from('x'))).rejects.toMatchObject(at(8))
    expect(`${await read()}`).toBe('somerest')
  })

  test('takes at most 2,000 parts for one file', async () => {
    const { platform, begin, send, received, parts } = await startUploads(kind)
    const id = await begin(maxParts + 2)
    const stored = Array.from({ length: maxParts - 1 }, (_, at) => ({
      name: `part-${at}`,
      start: at,
      size: 1,
    }))
    await addParts(platform.db, id, stored)
    await send(id, maxParts - 1, Buffer.from('x'))
    await expect(send(id, maxParts, Buffer.from('x'))).rejects.toMatchObject({
      problem: { code: 'uploads.too_many_parts' },
    })
    expect([await received(id), (await parts()).length]).toEqual([maxParts, 1])
  })

  test('keeps its limit when more uploads begin at once', async () => {
    const { begin } = await startUploads(kind)
    const outcomes = await Promise.allSettled(Array.from({ length: 3 * maxUnfinished }, () => begin(1)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxUnfinished)
  })

  test('does not count complete and expired uploads towards the limit of unfinished ones', async () => {
    const { platform, begin, send } = await startUploads(kind)
    for (let count = 0; count < maxUnfinished; count++) await begin(1)
    platform.pass(day)
    for (let count = 0; count < maxUnfinished; count++) await send(await begin(1), 0, Buffer.from('x'))
    for (let count = 0; count < maxUnfinished; count++) await begin(1)
    await expect(begin(1)).rejects.toMatchObject({ problem: { values: { max: maxUnfinished } } })
  })

  test('is erased with its place, and uploads to other places stay', async () => {
    const { platform, maker, place, begin, send, received, parts } = await startUploads(kind)
    const { id: other } = await createPublishedPlace(platform, maker, { name: 'Another place' })
    const erased = await begin(8)
    await send(erased, 0, Buffer.from('some'))
    await beginUpload(platform, maker, { id: 'other', size: 8, place: `${other}` })
    await send('other', 0, Buffer.from('part'))
    await eraseUploads(platform, { column: 'place_id', id: place })
    await expect(received(erased)).rejects.toMatchObject({ reason: 'missing' })
    expect([await received('other'), (await parts()).length]).toEqual([4, 1])
  })

  test('keeps a part whose commit may have succeeded', async () => {
    const { platform, begin, send, received, read } = await startUploads(kind)
    const id = await begin(8)
    const { transaction } = platform.db
    vi.spyOn(platform.db, 'transaction').mockImplementationOnce(() => {
      const builder = transaction.call(platform.db)
      const execute = builder.execute.bind(builder)
      builder.execute = async (run) => {
        await execute(run)
        throw new CommitUnknown('the connection was cut')
      }
      return builder
    })
    await expect(send(id, 0, Buffer.from('some'))).rejects.toThrow(CommitUnknown)
    expect(await received(id)).toBe(4)
    await send(id, 4, Buffer.from('rest'))
    expect(`${await read()}`).toBe('somerest')
  })

  test('keeps nothing of a verified last request whose file is not published', async () => {
    const { begin, send, received, parts } = await startUploads(kind)
    const id = await begin(8, { version: '7' })
    const bytes = Buffer.from('contents')
    const checksum = `sha256 ${createHash('sha256').update(bytes).digest('base64')}`
    await expect(send(id, 0, bytes, checksum)).rejects.toMatchObject({ reason: 'outdated' })
    expect([await received(id), await parts()]).toEqual([0, []])
  })
})
