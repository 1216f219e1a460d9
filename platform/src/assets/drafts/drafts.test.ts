import { day, hour } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { viewStorage } from '../../accounts/storage/quota.ts'
import { fileReferences } from '../../operations/file-references.ts'
import { successesAtOnce } from '../../testing/at-once.ts'
import { model, picture, startCreations, unit } from '../../testing/creations.ts'
import { errorsOf } from '../../testing/errors.ts'
import { databases } from '../../testing/platforms.ts'
import { storedNames } from '../../testing/stored-names.ts'
import { findAsset } from '../queries.ts'
import { deleteDraft } from './delete.ts'
import { keepUnpaid, publish } from './publish.ts'
import { listDrafts } from './queries.ts'
import { readDraft, readDraftFile } from './read.ts'
import { draftRetentionDays, maxDrafts } from './rules.ts'
import { saveDraft } from './save.ts'
import { sweepDrafts } from './sweep.ts'

describe.each(databases)('drafts of creations on %s', (kind) => {
  async function start() {
    const started = await startCreations(kind)
    const { platform, maker } = started
    const save = (fields: Record<string, string> = {}, upload?: Uint8Array) =>
      saveDraft(platform, maker, { type: '11', key: 'one', ...fields, asset: upload })
    const used = async () => (await viewStorage(platform, maker.id)).used
    const filesOf = () => storedNames(platform.files, 'drafts')
    return { ...started, save, used, filesOf }
  }

  test('keeps an unfinished form with its file, which counts as storage, until it is deleted', async () => {
    const { platform, maker, administrator, save, used, filesOf } = await start()
    await save({ name: 'S', price: 'two' }, await picture(585, 559))
    const draft = await readDraft(platform, maker, { key: 'one' })
    expect(draft).toEqual({
      key: 'one',
      type: 11,
      name: 'S',
      description: '',
      price: 'two',
      fileSize: expect.any(Number),
    })
    expect(await used()).toBe(draft.fileSize)
    const [name = ''] = await filesOf()
    expect(await Array.fromAsync(fileReferences(platform.db))).toEqual([
      { name: `drafts/${name}`, size: draft.fileSize },
    ])

    // Saved again without an upload, it keeps its file. With one, the new file takes its place.
    await save({ name: 'Shirt', description: 'Blue' })
    expect(await filesOf()).toEqual([name])
    expect(await listDrafts(platform.db, maker.id)).toMatchObject([{ name: 'Shirt', type: 11 }])
    await save({ type: '8', name: 'Hat' }, model)
    expect(await filesOf()).not.toContain(name)
    expect(await used()).toBe(model.byteLength)
    const file = await readDraftFile(platform, maker, { key: 'one' })
    expect(file.size).toBe(model.byteLength)
    await file.close()

    await expect(readDraft(platform, administrator, { key: 'one' })).rejects.toMatchObject({
      reason: 'missing',
    })
    await expect(readDraftFile(platform, administrator, { key: 'one' })).rejects.toMatchObject({
      reason: 'missing',
    })
    await deleteDraft(platform, administrator, { key: 'one' })
    expect(await listDrafts(platform.db, maker.id)).toHaveLength(1)
    await deleteDraft(platform, maker, { key: 'one' })
    expect([await filesOf(), await used()]).toEqual([[], 0])
    await expect(readDraft(platform, maker, { key: 'one' })).rejects.toMatchObject({ reason: 'missing' })
  })

  test('refuses texts that are too long, a wrong file and a type that cannot be created', async () => {
    const { platform, maker, save, filesOf } = await start()
    expect(await errorsOf(save({ name: 'x'.repeat(51) }))).toEqual({ name: 'Use at most 50 characters' })
    expect(await errorsOf(save({}, model))).toEqual({ asset: 'This isn’t a PNG, JPEG, WebP or GIF image' })
    await expect(save({ type: '9' })).rejects.toMatchObject({ reason: 'forbidden' })
    expect([await listDrafts(platform.db, maker.id), await filesOf()]).toEqual([[], []])
  })

  test('publishes a draft with its file, and deletes the draft', async () => {
    const { platform, maker, save, filesOf } = await start()
    const form = { type: '11', key: 'one', name: 'Sea shirt', price: '2' }
    await save(form, await picture(585, 559))
    const { id } = await publish(platform, maker, form)
    expect(await findAsset(platform.db, id)).toMatchObject({ name: 'Sea shirt', price: 2 * unit })
    expect([await listDrafts(platform.db, maker.id), await filesOf()]).toEqual([[], []])
    // The form is sent once more.
    expect(await publish(platform, maker, { ...form, asset: await picture(585, 559) })).toMatchObject({ id })
  })

  test('keeps a creation for which the money is missing, until it can be paid', async () => {
    const { economy, platform, administrator, filesOf } = await start()
    const form = { type: '11', key: 'poor', name: 'Dear shirt', price: '' }
    const poor = { ...administrator, permissionLevel: 1 }
    const upload = await picture(585, 559)
    const error: unknown = await publish(platform, poor, { ...form, asset: upload }).catch(
      (thrown: unknown) => thrown,
    )
    expect(await keepUnpaid(platform, poor, { form: { ...form, asset: upload }, error })).toBe('poor')
    expect(await readDraft(platform, poor, { key: 'poor' })).toMatchObject({ name: 'Dear shirt', price: '' })
    expect(await filesOf()).toHaveLength(1)
    expect(
      await keepUnpaid(platform, poor, { form: { ...form, asset: upload }, error: new Error('fault') }),
    ).toBeUndefined()

    await economy.mint(poor, 20 * unit)
    const { id } = await publish(platform, poor, form)
    expect(await findAsset(platform.db, id)).toMatchObject({ name: 'Dear shirt', for_sale: 0 })
    expect([await listDrafts(platform.db, poor.id), await filesOf()]).toEqual([[], []])
  })

  test.each([{ key: 'BAD KEY' }, { type: '99' }])(
    'counts the upload of a form that is refused: %j',
    async (fields) => {
      const { save } = await start()
      const sent = await Promise.allSettled(Array.from({ length: 61 }, () => save(fields, model)))
      const reasons = sent.map((one) => one.status === 'rejected' && one.reason.reason)
      expect(reasons.filter((reason) => reason === 'limited')).toHaveLength(1)
    },
  )

  test('keeps the drafts of one user at the limit when forty are saved at once', async () => {
    const { platform, maker, save } = await start()
    let refusal: Error | undefined
    const saved = await successesAtOnce(
      (index) => save({ key: `draft${index}` }),
      (error) => {
        refusal = error
        return true
      },
    )
    expect(saved).toBe(maxDrafts)
    expect(refusal?.message).toBe(`You already have ${maxDrafts} drafts. Delete one to save another.`)
    const [first] = await listDrafts(platform.db, maker.id)
    await save({ key: first?.key ?? '', name: 'Changed' })
    expect((await listDrafts(platform.db, maker.id)).length).toBe(maxDrafts)
  })

  test('deletes abandoned drafts, and files that no draft names', async () => {
    const { platform, maker, save, used, filesOf } = await start()
    await platform.files.write('drafts/orphan', [model], 1_000)
    await save({ key: 'old', type: '8' }, model)
    platform.pass(2 * day)
    await save({ key: 'recent', type: '8' }, model)
    platform.pass((draftRetentionDays - 1) * day)
    await sweepDrafts({ ...platform, now: () => platform.now() })
    expect(await listDrafts(platform.db, maker.id)).toMatchObject([{ key: 'recent' }])
    expect(await used()).toBe(model.byteLength)
    await sweepDrafts({ ...platform, now: () => Math.max(platform.now(), Date.now() + 2 * hour) })
    expect(await filesOf()).toHaveLength(1)
  })
})
