import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { searchPeople } from '../../search/search-people.ts'
import { register } from '../../sign-in/registration/register.ts'
import { errorsOf } from '../../testing/errors.ts'
import { device, password, registerPerson, signIn } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { addDeletion } from '../deletion/queries.ts'
import type { Actor } from '../rules.ts'
import { findPresentName, sweepFormerNames } from './queries.ts'
import { rename } from './rename.ts'

const taken = { username: 'This username is already in use' }
const join = (platform: TestPlatform, username: string) =>
  register(platform, null, { username, password, cpassword: password }, device)

/** Renames a user who has just signed in. */
async function renameTo(platform: TestPlatform, user: Pick<Actor, 'id'>, username: string) {
  const actor = await (await signIn(platform, user))()
  return rename(platform, actor, { username })
}

async function openWithAda(kind: (typeof databases)[number]) {
  const platform = await openTestPlatform(kind)
  await registerPerson(platform, 'Founder')
  return { platform, ada: await registerPerson(platform, 'Ada') }
}

describe.each(databases)('a rename on %s', (kind) => {
  test('is found by the new name, and the old one leads to it', async () => {
    const { platform, ada } = await openWithAda(kind)
    await renameTo(platform, ada, 'Lovelace')
    expect(await findPresentName(platform.db, 'aDa', platform.now())).toBe('Lovelace')
    const names = async (q: string) =>
      (await searchPeople(platform, ada, { q })).users.map((user) => user.username)
    expect(await names('velac')).toEqual(['Lovelace'])
    expect(await names('ada')).toEqual([])
    expect(await platform.appearances.userIdOf('ada')).toBe(ada.id)
    const notes = await platform.db.selectFrom('notifications').select('event').execute()
    expect(notes).toEqual([{ event: 'username_changed' }])
    const log = await platform.db.selectFrom('audit_log').select(['action', 'subject', 'before']).execute()
    const entry = { action: 'rename', subject: `user:${ada.id}`, before: '{"username":"Ada"}' }
    expect(log).toEqual([entry])
  })

  test('leads nowhere from the old name once the account is deleted', async () => {
    const { platform, ada } = await openWithAda(kind)
    await renameTo(platform, ada, 'Lovelace')
    const deletion = { requested: platform.now(), due: platform.now() + day }
    await platform.db.transaction().execute((trx) => addDeletion(trx, ada.id, deletion))
    expect(await findPresentName(platform.db, 'ada', platform.now())).toBeUndefined()
  })

  test('keeps the old name for its user until it expires', async () => {
    const { platform, ada } = await openWithAda(kind)
    const eve = await registerPerson(platform, 'Eve')
    await renameTo(platform, ada, 'Lovelace')
    expect(await errorsOf(join(platform, 'ADA'))).toEqual(taken)
    expect(await errorsOf(renameTo(platform, eve, 'ada'))).toEqual(taken)
    platform.pass(7 * day)
    await renameTo(platform, ada, 'ada')
    expect(await errorsOf(join(platform, 'lovelace'))).toEqual(taken)
    expect(await findPresentName(platform.db, 'ada', platform.now())).toBe(undefined)
    platform.pass(90 * day)
    await sweepFormerNames(platform)
    expect(await platform.db.selectFrom('former_usernames').selectAll().execute()).toEqual([])
    await join(platform, 'Lovelace')
  })

  test('waits for a week after the last one, and needs a fresh proof', async () => {
    const { platform, ada } = await openWithAda(kind)
    await renameTo(platform, ada, 'Lovelace')
    platform.pass(7 * day - 1)
    await expect(renameTo(platform, ada, 'Byron')).rejects.toMatchObject({
      reason: 'limited',
      retryAfter: 1,
    })
    platform.pass(1)
    await expect(rename(platform, ada, { username: 'Byron' })).rejects.toMatchObject({
      problem: { code: 'accounts.fresh_proof_required' },
    })
    await renameTo(platform, ada, 'Byron')
  })

  test('obeys the rules of registration', async () => {
    const { platform, ada } = await openWithAda(kind)
    for (const username of [
      '',
      'x',
      'with space',
      'a'.repeat(22),
      'F0under',
      'founder',
      'Ada',
      'Follow',
      'unfriend',
    ])
      expect(Object.keys(await errorsOf(renameTo(platform, ada, username))), username).toEqual(['username'])
    await renameTo(platform, ada, 'ADA')
    expect(await platform.db.selectFrom('former_usernames').selectAll().execute()).toEqual([])
  })

  test('gives a name to one of ten users and newcomers who take it at once', async () => {
    const { platform, ada } = await openWithAda(kind)
    const users = await Promise.all(
      Array.from({ length: 5 }, (_, at) => registerPerson(platform, `Taker_${at}`)),
    )
    const results = await Promise.allSettled([
      ...users.map((user) => rename(platform, user, { username: 'Prize' })),
      ...users.map(() => join(platform, 'PRIZE')),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ errors: taken })
    expect(ada.username).toBe('Ada')
  })

  test('lets nobody take the old name while it is given up', async () => {
    const { platform } = await openWithAda(kind)
    for (let round = 0; round < 5; round++) {
      const user = await registerPerson(platform, `Old_${round}`)
      const [renamed, taker] = await Promise.allSettled([
        rename(platform, user, { username: `New_${round}` }),
        join(platform, `Old_${round}`),
      ])
      expect([renamed.status, taker.status]).toEqual(['fulfilled', 'rejected'])
    }
  })
})
