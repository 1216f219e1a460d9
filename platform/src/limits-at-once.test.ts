import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { storeAsset } from './assets/files/store-asset.ts'
import { assetType } from './assets/types.ts'
import { wear } from './avatars/dress.ts'
import { InvalidFields, Refused } from './foundation/errors.ts'
import { report } from './moderation/reports/report.ts'
import { createBanner } from './operations/banners/edit.ts'
import { maxBanners } from './operations/banners/rules.ts'
import { setFlag } from './operations/flags/edit.ts'
import { maxFlags } from './operations/flags/rules.ts'
import { storeScreenshot } from './operations/screenshots/store.ts'
import { createGroup } from './people/groups/create.ts'
import { joinGroup } from './people/groups/membership.ts'
import { createPlace } from './places/create.ts'
import { listVersions } from './places/versions/queries.ts'
import { updatePlaceFile } from './places/versions/update-file.ts'
import { createRecovery } from './sign-in/recovery/recovery.ts'
import { spendRegistrationKey } from './sign-in/registration/queries.ts'
import { createRegistrationKey } from './sign-in/registration/registration-keys.ts'
import { successesAtOnce } from './testing/at-once.ts'
import { picture } from './testing/creations.ts'
import { startTestEconomy } from './testing/economy.ts'
import { registerPerson } from './testing/people.ts'
import { databases, openTestPlatform } from './testing/platforms.ts'

const isInvalid = (error: Error) =>
  error instanceof InvalidFields || (error instanceof Refused && error.reason === 'invalid')

describe.each(databases)('a limit that forty attempts race for, on %s', (kind) => {
  async function start(config = {}) {
    const economy = await startTestEconomy()
    const platform = await openTestPlatform(kind, config, { ECONOMY_URL: economy.address })
    const administrator = await registerPerson(platform, 'Administrator')
    const person = await registerPerson(platform, 'Person')
    return { economy, platform, administrator, person }
  }

  test('keeps the places of one account at Places.PerUser', async () => {
    const { platform, person } = await start({ Places: { PerUser: 10 } })
    const made = await successesAtOnce(
      (index) => createPlace(platform, person, { name: `Place ${index}`, description: '' }),
      isInvalid,
    )
    expect(made).toBe(10)
  })

  test('keeps the versions of one place at Places.Versions', async () => {
    const { platform, person } = await start({ Places: { Versions: 3 } })
    const { id } = await createPlace(platform, person, { name: 'Place', description: '' })
    await successesAtOnce(
      (index) => updatePlaceFile(platform, person, id, [Buffer.from(`${index}`)]),
      isInvalid,
    )
    expect(await listVersions(platform.db, id)).toHaveLength(3)
  })

  test('keeps the groups of one account at Groups.PerUser, whether joined or created', async () => {
    const { economy, platform, administrator, person } = await start({ Groups: { PerUser: 5 } })
    await economy.mint(person, 1_000_000_000)
    await economy.mint(administrator, 1_000_000_000)
    const names = ['One', 'Two!', 'Three']
    for (const name of names.map((text) => `${text} group`))
      await createGroup(platform, administrator, { name })
    const entered = await successesAtOnce(
      (index) =>
        index < names.length
          ? joinGroup(platform, person, { name: `${names[index]} group` })
          : createGroup(platform, person, { name: `Mine ${index}` }),
      isInvalid,
    )
    expect(entered).toBe(5)
    const { memberships } = await platform.db
      .selectFrom('group_members')
      .select((eb) => eb.fn.countAll<number>().as('memberships'))
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(Number(memberships)).toBe(5)
  })

  test('keeps the screenshots of one account at Studio.ScreenshotsPerUser', async () => {
    const { platform, person } = await start({ Studio: { ScreenshotsPerUser: 3 } })
    const bytes = await picture(8, 8)
    // Fewer uploads may wait at once than race here.
    const isExpected = (error: Error) =>
      isInvalid(error) || (error instanceof Refused && error.reason === 'busy')
    expect(await successesAtOnce(() => storeScreenshot(platform, person, bytes), isExpected)).toBe(3)
  })

  test('lets a user wear three hats', async () => {
    const { platform, administrator } = await start()
    const hats: number[] = []
    for (let index = 0; index < 40; index++) {
      const described = { type: assetType.hat, name: `Hat ${index}`, description: '' }
      hats.push((await storeAsset(platform, administrator, described, [Buffer.from('x')])).id)
    }
    const worn = await successesAtOnce(
      (index) => wear(platform, administrator, { id: String(hats[index]) }),
      isInvalid,
    )
    expect(worn).toBe(3)
  })

  test('keeps the banners and flags of the site at their limits', async () => {
    const Flags = Object.fromEntries(
      Array.from({ length: maxFlags - 2 }, (_, index) => [`Flag${index}`, '1']),
    )
    const { platform, administrator } = await start({ Flags })
    const banners = await successesAtOnce(
      (index) => createBanner(platform, administrator, { text: `Banner ${index}` }),
      isInvalid,
    )
    expect(banners).toBe(maxBanners)
    const flags = await successesAtOnce(
      (index) => setFlag(platform, administrator, { name: `New${index}`, value: '1' }),
      isInvalid,
    )
    expect(flags).toBe(2)
  })

  test('gives a registration key as many uses as it has', async () => {
    const { platform, administrator } = await start()
    const { key } = await createRegistrationKey(platform, administrator, { uses: '3' })
    const spent = await Promise.all(
      Array.from({ length: 40 }, () => spendRegistrationKey(platform.db, key, platform.now())),
    )
    expect(spent.filter(Boolean)).toHaveLength(3)
  })

  test('accepts one open report of one user about the same subject', async () => {
    const { platform, administrator, person } = await start()
    const input = { type: 'user', id: administrator.username, category: 'Spam', note: 'Spam' }
    const accepted = await successesAtOnce(
      () =>
        report({ ...platform, reportLimit: { spend: async () => {}, check: async () => {} } }, person, input),
      isInvalid,
    )
    expect(accepted).toBe(1)
  })

  test('mails one account three recovery links an hour, whichever processes are asked', async () => {
    const { platform } = await start({
      Registration: { Emails: true },
      Email: { Host: '127.0.0.1', From: 'site@example.com' },
    })
    const address = 'person@example.com'
    await platform.db
      .updateTable('users')
      .set({ email: address, email_key: address })
      .where('username', '=', 'Person')
      .execute()
    const enqueue = vi.fn()
    const mailer = { enqueue, wake() {}, async close() {} }
    const log = Object.assign(pino({ level: 'silent' }), { warn: vi.fn() })
    const processes = Array.from({ length: 40 }, () => createRecovery({ ...platform, log, mailer }))
    for (const recovery of processes) recovery.request('Person')
    // Each request either sends a link or logs that it does not.
    await expect.poll(() => enqueue.mock.calls.length + log.warn.mock.calls.length).toBe(40)
    expect(enqueue).toHaveBeenCalledTimes(3)
  })
})
