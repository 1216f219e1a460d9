import { minute } from '@baseplate/service/clock'
import { CommitUnknown, DatabaseUnavailable } from '@baseplate/storage/database/outage'
import { FilesUnavailable } from '@baseplate/storage/files-unavailable'
import { expect, test, vi } from 'vitest'
import { readDraft } from './assets/drafts/read.ts'
import { saveDraft } from './assets/drafts/save.ts'
import { replaceAssetFile } from './assets/files/replace-asset-file.ts'
import { storeAsset } from './assets/files/store-asset.ts'
import { findAsset } from './assets/queries.ts'
import { assetType } from './assets/types.ts'
import { refusalOf } from './foundation/unavailable.ts'
import { moderate } from './moderation/actions/moderate.ts'
import { listThumbnails } from './places/pictures/queries.ts'
import { removeIcon } from './places/pictures/remove-icon.ts'
import { addThumbnail, removeThumbnail } from './places/pictures/thumbnails.ts'
import { findPlace } from './places/queries.ts'
import { viewPlaceSettings } from './places/settings.ts'
import { updateView } from './places/update-view.ts'
import { updatePlaceFile } from './places/versions/update-file.ts'
import { prove } from './sign-in/factors/prove.ts'
import { setUpTotp } from './sign-in/factors/set-up-totp.ts'
import { login } from './sign-in/login/login.ts'
import { beginPasskey, finishPasskey } from './sign-in/passkeys/add-passkey.ts'
import { listPasskeys } from './sign-in/passkeys/queries.ts'
import { beginProof, proveWithPasskey } from './sign-in/passkeys/sign-in.ts'
import { withAuthenticator } from './testing/authenticator.ts'
import { model, picture, startCreations } from './testing/creations.ts'
import { device, inSession, password, registerPerson } from './testing/people.ts'
import { openTestPlatform, type TestPlatform } from './testing/platforms.ts'
import { createPublishedPlace } from './testing/published-place.ts'
import { createSoftwarePasskey } from './testing/software-passkey.ts'
import { createWebhook, replayDelivery, testWebhook } from './webhooks/manage-webhooks.ts'

// A client repeats a request that was refused because the database or the files are unavailable. Such a refusal must therefore come
// before any effect.

/** Makes reads outside of transactions fail. */
const cutReads = (platform: TestPlatform) =>
  vi.spyOn(platform.db, 'selectFrom').mockImplementation(() => {
    throw new DatabaseUnavailable('the connection was cut')
  })

test('an item whose payment is pending is not refused as if nothing had happened', async () => {
  const { platform, make } = await startCreations('SQLite')
  vi.spyOn(platform.economy, 'send').mockImplementationOnce(async () => {
    cutReads(platform)
    return { outcome: 'unknown', reason: 'the economy service has not answered' }
  })
  await expect(make()).rejects.toThrow('This payment is still being checked')
})

test('a decision of a moderator succeeds although its follow-up work cannot be read', async () => {
  const platform = await openTestPlatform('SQLite')
  const administrator = await registerPerson(platform, 'Administrator')
  await registerPerson(platform, 'Player')
  cutReads(platform)
  const ban = { username: 'player', type: 'Ban', reason: 'Cheating', days: '1' }
  expect(await moderate(platform, administrator, ban)).toEqual({ username: 'Player' })
})

/** Makes the next attempts to put a file into place, or to remove one, fail. */
function cutFiles(platform: TestPlatform): void {
  const away = new FilesUnavailable('the storage is away')
  for (const method of ['share', 'remove'] as const)
    vi.spyOn(platform.files, method).mockRejectedValueOnce(away)
}

test('pictures of a place are changed although their files cannot be put into place yet', async () => {
  const platform = await openTestPlatform('SQLite')
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPublishedPlace(platform, maker, { name: 'A place' })
  cutFiles(platform)
  await addThumbnail(platform, maker, { id, picture: await picture(40, 30) })
  const [added] = await listThumbnails(platform.db, id)
  cutFiles(platform)
  await removeThumbnail(platform, maker, { id, thumbnail: String(added?.number) })
  expect(await listThumbnails(platform.db, id)).toEqual([])
  cutFiles(platform)
  await updateView(platform, maker, { id, name: 'Named', description: '', icon: await picture(40, 30) })
  expect(await findPlace(platform.db, id)).toMatchObject({ name: 'Named', icon: expect.any(String) })
  cutFiles(platform)
  await removeIcon(platform, maker, { id })
  expect(await findPlace(platform.db, id)).toMatchObject({ icon: null })
})

test('a draft is saved although its last file cannot be removed yet', async () => {
  const { platform, maker } = await startCreations('SQLite')
  const save = async (type: string, file: Uint8Array) =>
    saveDraft(platform, maker, { type, key: 'one', asset: file })
  await save('11', await picture(585, 559))
  cutFiles(platform)
  await save('8', model)
  expect((await readDraft(platform, maker, { key: 'one' })).fileSize).toBe(model.byteLength)
})

test("the outcome of an item's new file is open if it cannot be put into place yet", async () => {
  const { platform, maker } = await startCreations('SQLite')
  const { id } = await storeAsset(platform, maker, { type: assetType.hat, name: 'A hat' }, [model])
  cutFiles(platform)
  await expect(replaceAssetFile(platform, id, [Buffer.from('another')])).rejects.toMatchObject({
    problem: { code: 'site.commit_unknown' },
  })
  expect(await findAsset(platform.db, id)).toMatchObject({ file_size: 7 })
})

test('a place file whose version is committed is not refused as if nothing had happened', async () => {
  const platform = await openTestPlatform('SQLite')
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPublishedPlace(platform, maker, { name: 'A place' })
  const { exists } = platform.files
  // The second look at the content comes after the commit.
  vi.spyOn(platform.files, 'exists')
    .mockImplementationOnce(exists.bind(platform.files))
    .mockRejectedValueOnce(new FilesUnavailable('the storage is away'))
  await expect(updatePlaceFile(platform, maker, id, [Buffer.from('a file')])).rejects.toMatchObject({
    problem: { code: 'site.commit_unknown' },
  })
  expect((await viewPlaceSettings(platform, maker, { id })).data).toMatchObject({ size: 6 })
})

test('a code is spent together with the proof for which it was given', async () => {
  const platform = await openTestPlatform('SQLite')
  const anna = await registerPerson(platform, 'Anna')
  const { code } = await withAuthenticator(platform, anna)
  const token = await login(platform, null, { username: 'Anna', password, code: code() }, device)
  platform.pass(11 * minute)
  const give = () =>
    prove(
      platform,
      { ...anna, factors: { totp: true, passkey: false } },
      { proofpassword: code() },
      inSession(token),
    )
  const { transaction } = platform.db
  const cut = () => {
    throw new DatabaseUnavailable('the connection was cut')
  }
  // The second transaction fails, if there is one.
  vi.spyOn(platform.db, 'transaction')
    .mockImplementationOnce(transaction.bind(platform.db))
    .mockImplementationOnce(cut)
  expect((await give()).token).toBeDefined()
})

/** Makes changes outside of transactions fail. */
const cutUpdates = (platform: TestPlatform) =>
  vi.spyOn(platform.db, 'updateTable').mockImplementation(() => {
    throw new DatabaseUnavailable('the connection was cut')
  })

test('no secret of an authenticator app is stored if it cannot be shown', async () => {
  const platform = await openTestPlatform('SQLite')
  const anna = await registerPerson(platform, 'Anna')
  vi.spyOn(platform.branding, 'read').mockRejectedValue(new DatabaseUnavailable('the connection was cut'))
  await expect(setUpTotp(platform, anna)).rejects.toThrow(DatabaseUnavailable)
  expect(await platform.db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
})

test('the use of a passkey is recorded together with the proof for which it was given', async () => {
  const origin = 'https://play.example'
  const platform = await openTestPlatform('SQLite', {}, { BASE_URL: origin })
  const anna = await registerPerson(platform, 'Anna')
  const token = await login(platform, null, { username: 'Anna', password }, device)
  const passkey = createSoftwarePasskey({ origin })
  const { challenge } = await beginPasskey(platform, anna, {}, inSession(token))
  await finishPasskey(platform, anna, { response: passkey.make(challenge) }, inSession(token))
  const { challenge: asked } = await beginProof(platform, anna, {}, inSession(token))
  vi.spyOn(platform.db, 'transaction').mockImplementation(() => {
    throw new DatabaseUnavailable('the connection was cut')
  })
  const proving = proveWithPasskey(platform, anna, { response: passkey.sign(asked) }, inSession(token))
  await expect(proving).rejects.toThrow(DatabaseUnavailable)
  expect((await listPasskeys(platform.db, anna.id)).map(({ lastUsed }) => lastUsed)).toEqual([null])
})

test('the back-off of a webhook ends in the transaction that enqueues its delivery', async () => {
  const platform = await openTestPlatform('SQLite')
  const maker = await registerPerson(platform, 'Maker')
  const hook = { url: 'https://example.com/hook', events: 'item.sold' }
  const { id } = await createWebhook.own(platform, maker, hook)
  cutUpdates(platform)
  await testWebhook.own(platform, maker, { id })
  const { delivery } = await platform.db
    .selectFrom('webhook_deliveries')
    .select('id as delivery')
    .executeTakeFirstOrThrow()
  await platform.db
    .transaction()
    .execute((trx) => trx.updateTable('webhook_deliveries').set({ due: null }).execute())
  await replayDelivery.own(platform, maker, { id, delivery })
})

test.each([
  [new DatabaseUnavailable('the connection was cut'), 'site.database_unavailable'],
  [new FilesUnavailable('the storage is away'), 'site.files_unavailable'],
])(
  'a page that fails after its form has changed something does not ask the user to repeat the form: %s',
  (error, code) => {
    expect(refusalOf(error)?.problem.code).toBe(code)
    expect(refusalOf(error, { isChanged: true })?.problem.code).toBe('site.commit_unknown')
  },
)

test('an unknown outcome of a commit does not ask the user to repeat the request', () => {
  expect(refusalOf(new CommitUnknown('cut'))?.problem.code).toBe('site.commit_unknown')
})
