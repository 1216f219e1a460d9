import { createHash, randomBytes } from 'node:crypto'
import { day, hour } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { Refused } from '../../foundation/errors.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { startUploads } from '../../testing/uploads.ts'
import { updatePlaceFile } from '../versions/update-file.ts'
import { cancelUpload } from './cancel.ts'
import { addParts, finishUpload } from './queries.ts'
import { maxUnfinished, partsFolder } from './rules.ts'
import { sweepUploads } from './sweep.ts'
import { viewUpload } from './view.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const checksumOf = (bytes: Uint8Array) => `sha256 ${createHash('sha256').update(bytes).digest('base64')}`

async function* cut(bytes: Uint8Array) {
  yield bytes
  throw new Error('the connection was cut')
}

describe.each(databases)('uploads in several requests on %s', (kind) => {
  test('joins the bytes from before and after a cut, in parts of 5 MB', async () => {
    const { begin, send, received, read, parts, versions } = await startUploads(kind)
    const file = randomBytes(12_000_000)
    const id = await begin(file.length, { sha256: hashOf(file), notes: 'New maps' })
    await expect(send(id, 0, cut(file.subarray(0, 6_000_001)))).rejects.toThrow('interrupted')
    expect(await received(id)).toBe(6_000_001)
    const { published } = await send(id, 6_000_001, file.subarray(6_000_001))
    expect(published).toEqual({ version: 1, sha256: hashOf(file) })
    expect((await read()).equals(file)).toBe(true)
    expect(await versions()).toMatchObject([{ version: 1, size: file.length }])
    expect(await parts()).toEqual([])
    // A client that missed the response asks again.
    expect(await send(id, file.length, new Uint8Array())).toEqual({ received: file.length, published })
  })

  test('keeps no row of the parts of a published upload, and those of others', async () => {
    const { platform, begin, send } = await startUploads(kind)
    const rows = () => platform.db.selectFrom('upload_parts').select('upload_id').execute()
    const [id, other] = [await begin(8), await begin(8)]
    await send(id, 0, Buffer.from('aaaa'))
    await send(other, 0, Buffer.from('aaaa'))
    expect(await rows()).toHaveLength(2)
    await send(id, 4, Buffer.from('bbbb'))
    expect(await rows()).toEqual([{ upload_id: other }])
  })

  test('lets one of several requests continue at the same byte', async () => {
    const { begin, send, read, parts } = await startUploads(kind)
    const id = await begin(8)
    const outcomes = await Promise.allSettled(
      ['aaaa', 'bbbb', 'cccc'].map((text) => send(id, 0, Buffer.from(text))),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await parts()).toHaveLength(1)
    await expect(send(id, 0, Buffer.from('dddd'))).rejects.toMatchObject({
      problem: { code: 'uploads.offset_conflict', values: { offset: 4 } },
    })
    await send(id, 4, Buffer.from('eeee'))
    expect(`${await read()}`).toMatch(/^(aaaa|bbbb|cccc)eeee$/)
  })

  test('adds parts only where the upload ends, and none to a published one', async () => {
    const { platform, begin, send, received } = await startUploads(kind)
    const id = await begin(8)
    await send(id, 0, Buffer.from('aaaa'))
    const conflict = { problem: { code: 'uploads.offset_conflict', values: { offset: 4 } } }
    for (const begins of [3, 5])
      await expect(
        addParts(platform.db, id, [{ name: `part-${begins}`, start: begins, size: 1 }]),
      ).rejects.toMatchObject(conflict)
    const wrong = finishUpload(platform.db, { id, size: 8, from: 5 }, { version: 1, sha256: '' })
    await expect(wrong).rejects.toMatchObject(conflict)
    expect(await received(id)).toBe(4)
    await send(id, 4, Buffer.from('bbbb'))
    await expect(addParts(platform.db, id, [{ name: 'part-8', start: 8, size: 1 }])).rejects.toMatchObject({
      problem: { values: { offset: 8 } },
    })
  })

  test('publishes nothing when another request adds a part of the rest meanwhile', async () => {
    const { begin, send, received, versions, read } = await startUploads(kind)
    const id = await begin(8)
    await send(id, 0, Buffer.from('aaaa'))
    async function* rest() {
      yield Buffer.from('bb')
      await send(id, 4, Buffer.from('cc'))
      yield Buffer.from('bb')
    }
    await expect(send(id, 4, rest())).rejects.toMatchObject({
      problem: { code: 'uploads.offset_conflict', values: { offset: 6 } },
    })
    expect([await received(id), await versions()]).toEqual([6, []])
    await send(id, 6, Buffer.from('dd'))
    expect(`${await read()}`).toBe('aaaaccdd')
  })

  test('counts the whole size of unfinished uploads towards the quota', async () => {
    const { platform, maker, begin, send } = await startUploads(kind, { Bytes: 100 })
    const first = await begin(60)
    const full = { reason: 'invalid', problem: { code: 'accounts.storage_full' } }
    await expect(begin(41)).rejects.toMatchObject(full)
    const second = await begin(40)
    await cancelUpload(platform, maker, { id: second })
    await send(first, 0, Buffer.alloc(60, 'a'))
    await expect(begin(41)).rejects.toMatchObject(full)
    await begin(40)
  })

  test('lets an upload of an account that is almost full replace the oldest version', async () => {
    const { begin, send } = await startUploads(kind, { Bytes: 100 })
    for (const letter of ['a', 'b', 'c']) await send(await begin(40), 0, Buffer.alloc(40, letter))
    await expect(begin(61)).rejects.toMatchObject({ problem: { code: 'accounts.storage_full' } })
  })

  test('stores nothing of a request with a checksum if its bytes are wrong or cut off', async () => {
    const { begin, send, received, parts } = await startUploads(kind)
    const id = await begin(100)
    const bytes = Buffer.from('bytes')
    await expect(send(id, 0, bytes, checksumOf(Buffer.from('other')))).rejects.toMatchObject({
      reason: 'corrupt',
    })
    await expect(send(id, 0, cut(bytes), checksumOf(bytes))).rejects.toThrow('interrupted')
    expect([await received(id), await parts()]).toEqual([0, []])
    await send(id, 0, bytes, checksumOf(bytes))
    expect(await received(id)).toBe(5)
    await expect(send(id, 5, Buffer.alloc(96))).rejects.toMatchObject({ reason: 'oversize' })
    expect(await received(id)).toBe(5)
  })

  test('does not complete an upload that cannot be published, and publishes nothing twice', async () => {
    const { platform, maker, place, begin, send, received, versions } = await startUploads(kind)
    const late = await begin(4, { version: '0' })
    await updatePlaceFile(platform, maker, place, [Buffer.from('meanwhile')])
    await expect(send(late, 0, Buffer.from('late'))).rejects.toMatchObject({ reason: 'outdated' })
    expect(await received(late)).toBe(0)
    const changed = await begin(4, { sha256: hashOf(Buffer.from('sent')) })
    await expect(send(changed, 0, Buffer.from('came'))).rejects.toMatchObject({
      problem: { code: 'files.digest_mismatch' },
    })
    const next = await begin(4, { version: '1' })
    await send(next, 0, Buffer.from('next'))
    // Simulates a crash between publishing the file and recording it.
    await platform.db
      .updateTable('uploads')
      .set({ received: 0, published: null })
      .where('id', '=', next)
      .execute()
    expect((await send(next, 0, Buffer.from('next'))).published).toMatchObject({ version: 2 })
    expect(await versions()).toHaveLength(2)
  })

  test('does not publish a file whose first parts disappear while the last one arrives', async () => {
    const { platform, maker, begin, send, read, versions } = await startUploads(kind)
    const lastPart = async (meanwhile: (id: string) => Promise<unknown>) => {
      const id = await begin(8)
      await send(id, 0, Buffer.from('head'))
      async function* tail() {
        yield Buffer.from('tail')
        await meanwhile(id)
      }
      return send(id, 4, tail())
    }
    await expect(lastPart((id) => send(id, 4, Buffer.from('tail')))).rejects.toMatchObject({
      problem: { code: 'uploads.offset_conflict', values: { offset: 8 } },
    })
    await expect(lastPart((id) => cancelUpload(platform, maker, { id }))).rejects.toMatchObject({
      reason: 'missing',
    })
    const expire = async () => {
      platform.pass(day)
      await sweepUploads(platform)
    }
    await expect(lastPart(expire)).rejects.toMatchObject({ reason: 'gone' })
    expect([`${await read()}`, await versions()]).toMatchObject(['headtail', [{ version: 1 }]])
  })

  test('shows an upload to its owner only, and limits the number of unfinished uploads', async () => {
    const { platform, maker, begin, parts, send } = await startUploads(kind)
    const other = await registerPerson(platform, 'Other')
    const ids = []
    for (let count = 0; count < maxUnfinished; count++) ids.push(await begin(10))
    const [first = ''] = ids
    await expect(viewUpload(platform, other, { id: first })).rejects.toThrow(Refused)
    await expect(cancelUpload(platform, other, { id: first })).rejects.toMatchObject({ reason: 'missing' })
    await expect(begin(10)).rejects.toMatchObject({ problem: { code: 'uploads.too_many' } })
    await send(first, 0, Buffer.from('some'))
    await cancelUpload(platform, maker, { id: first })
    expect(await parts()).toEqual([])
    await begin(10)
  })

  test('refuses an expired upload, and sweeps its parts and orphaned parts', async () => {
    const { platform, begin, send, received, parts } = await startUploads(kind)
    platform.now = Date.now
    const id = await begin(10)
    await send(id, 0, Buffer.from('some'))
    // A part without a row may belong to a request whose checksum is not verified yet. It may take hours.
    await platform.files.write(`${partsFolder}/orphan`, [Buffer.from('x')], 1)
    platform.now = () => Date.now() + 20 * hour
    await sweepUploads(platform)
    expect(await parts()).toHaveLength(2)
    platform.now = () => Date.now() + day
    await expect(received(id)).rejects.toMatchObject({ reason: 'gone' })
    await sweepUploads(platform)
    expect(await parts()).toEqual([])
    platform.now = () => Date.now() + 2 * day
    await sweepUploads(platform)
    await expect(received(id)).rejects.toMatchObject({ reason: 'missing' })
  })
})
