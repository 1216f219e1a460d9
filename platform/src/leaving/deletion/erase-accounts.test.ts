import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFile } from '@baseplate/storage/database/location'
import { describe, expect, test } from 'vitest'
import { enqueueMail } from '../../foundation/mail.ts'
import { closeReport } from '../../moderation/reports/close.ts'
import { listMembers } from '../../people/groups/queries.ts'
import { viewProfile } from '../../people/profiles/view.ts'
import { findPlace } from '../../places/queries.ts'
import { searchPeople } from '../../search/search-people.ts'
import { setPermissionLevel } from '../../sign-in/access/set-permission-level.ts'
import { register } from '../../sign-in/registration/register.ts'
import { addSecurityLink } from '../../sign-in/security-links/queries.ts'
import { listFollowers, listFollowing, listFriends } from '../../social/queries.ts'
import { filesWith, openDeletionWorld, tablesWith, waitingMs } from '../../testing/deletion-world.ts'
import { errorsOf } from '../../testing/errors.ts'
import { device, password, signIn } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { deleteAccount } from './delete-account.ts'
import { eraseDueAccounts } from './erase-accounts.ts'
import { keepAccount } from './keep-account.ts'

const missing = { reason: 'missing' }

describe.each(databases)('a deleted account on %s', (kind) => {
  test('is hidden at once, and its sessions end', async () => {
    const { platform, ada, zebedee, place, leave } = await openDeletionWorld(kind)
    await leave()
    await expect(viewProfile(platform, ada, { username: 'Zebedee_9' })).rejects.toMatchObject(missing)
    expect((await searchPeople(platform, ada, { q: 'zebedee' })).users).toEqual([])
    expect((await findPlace(platform.db, place))?.taken_down).toBe(1)
    const page = { limit: 10 }
    expect(await listFriends(platform.db, ada.id, page)).toEqual([])
    expect(await listFollowers(platform.db, ada.id, page)).toEqual([])
    expect(await listFollowing(platform.db, ada.id, page)).toEqual([])
    expect((await listMembers(platform.db, 1, page)).map(({ username }) => username)).toEqual(['Ada'])
    const sessions = platform.db.selectFrom('sessions').where('user_id', '=', zebedee.id)
    expect(await sessions.selectAll().execute()).toEqual([])
    const again = await (await signIn(platform, zebedee))()
    expect(again.leaves).toBe(platform.now() + waitingMs)
  })

  test('can be kept until the last moment, and is then unchanged', async () => {
    const { platform, ada, zebedee, place, leave, erase } = await openDeletionWorld(kind)
    await leave()
    platform.pass(waitingMs - 1)
    await erase()
    await keepAccount(platform, zebedee)
    platform.pass(1)
    await erase()
    expect((await viewProfile(platform, ada, { username: 'Zebedee_9' })).posts).toHaveLength(1)
    expect(await listFriends(platform.db, ada.id, { limit: 10 })).toHaveLength(1)
    expect((await findPlace(platform.db, place))?.taken_down).toBe(0)
    await keepAccount(platform, zebedee)
  })

  test('leaves no trace of the person in any table or file', async () => {
    const { platform, founder, zebedee, leave, erase } = await openDeletionWorld(kind)
    const { id } = await platform.db.selectFrom('reports').select('id').executeTakeFirstOrThrow()
    await closeReport(platform, { ...founder, permissionLevel: 5 }, { id, outcome: 'Nothing found' })
    expect(await tablesWith(platform, 'zebedee')).not.toEqual([])
    await leave()
    platform.pass(waitingMs)
    await erase()
    expect(await tablesWith(platform, 'zebedee')).toEqual([])
    expect(await tablesWith(platform, zebedee.id)).toEqual([])
    expect(await filesWith(platform, zebedee.id)).toEqual([])
    expect(await tablesWith(platform, 'hello to you')).toEqual(['comments'])
  })

  test('leaves the content and the counts of other users intact', async () => {
    const world = await openDeletionWorld(kind)
    const { platform, ada, other, reply, answer, bought, unsold, leave, erase } = world
    await leave()
    platform.pass(waitingMs)
    await erase()
    const { db } = platform
    const assets = await db.selectFrom('assets').select(['id', 'creator_id', 'for_sale']).execute()
    expect(assets).toEqual([{ id: bought, creator_id: null, for_sale: 0 }])
    expect(await filesWith(platform, String(unsold))).toEqual([])
    const groups = await db.selectFrom('groups').select(['id', 'owner_id', 'member_count']).execute()
    expect(groups).toEqual([{ id: 1, owner_id: ada.id, member_count: 1 }])
    expect(
      await db
        .selectFrom('comments')
        .select(['id', 'parent_id', 'root_id', 'depth'])
        .orderBy('depth')
        .execute(),
    ).toEqual([
      { id: reply, parent_id: null, root_id: null, depth: 0 },
      { id: answer, parent_id: reply, root_id: reply, depth: 1 },
    ])
    expect(await findPlace(db, other)).toMatchObject({ like_count: 0, rating: 0 })
    const counts = db.selectFrom('social_counts').where('user_id', '=', ada.id)
    expect(await counts.select(['followers', 'following', 'friends']).executeTakeFirst()).toEqual({
      followers: 0,
      following: 0,
      friends: 0,
    })
    const inbox = db.selectFrom('inboxes').select('unread').where('user_id', '=', ada.id)
    // The notification of the founder's comment.
    expect(await inbox.executeTakeFirst()).toEqual({ unread: 1 })
  })

  test('gets no more mail, not even at an earlier address', async () => {
    const { platform, zebedee, leave, erase } = await openDeletionWorld(kind)
    const { db, now } = platform
    const old = { userId: zebedee.id, email: 'old@zebedee.example', event: 'email_changed' } as const
    await addSecurityLink(db, old, now())
    for (const to of [old.email, 'ada@example.com'])
      await enqueueMail(
        db,
        { to, kind: 'notice', subject: 'Your account', text: 'Hello', unsubscribe: '' },
        now(),
      )
    await leave()
    platform.pass(waitingMs)
    await erase()
    const mails = await db.selectFrom('mails').select('recipient').execute()
    expect(mails).toEqual([{ recipient: 'ada@example.com' }])
  })

  test('keeps its name for a while', async () => {
    const { platform, leave, erase } = await openDeletionWorld(kind)
    const join = () =>
      register(platform, null, { username: 'zebedee_9', password, cpassword: password }, device)
    await leave()
    expect(Object.keys(await errorsOf(join()))).toEqual(['username'])
    platform.pass(waitingMs)
    await erase()
    expect(Object.keys(await errorsOf(join()))).toEqual(['username'])
    platform.pass(7 * waitingMs)
    await join()
  })

  test('is either kept or erased when its owner and two processes act at once', async () => {
    const { platform, zebedee, leave, erase } = await openDeletionWorld(kind)
    await Promise.all([leave(), leave()])
    platform.pass(waitingMs)
    const [kept] = await Promise.allSettled([keepAccount(platform, zebedee), erase(), erase()])
    const users = platform.db.selectFrom('users').select('id').where('id', '=', zebedee.id)
    expect(await users.execute()).toHaveLength(kept.status === 'fulfilled' ? 1 : 0)
    expect(await tablesWith(platform, 'departures')).toEqual([])
  })

  test('is erased by the next run after a run that failed half-way', async () => {
    const { platform, zebedee, leave } = await openDeletionWorld(kind)
    await leave()
    platform.pass(waitingMs)
    await eraseDueAccounts(platform)
    let left = 4
    const files = new Proxy(platform.files, {
      get(target, name, receiver) {
        if (name === 'remove' && left-- === 0) return () => Promise.reject(new Error('the disk is gone'))
        const value = Reflect.get(target, name, receiver)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await eraseDueAccounts({ ...platform, files })
    expect(left).toBeLessThan(0)
    await expect(keepAccount(platform, zebedee)).rejects.toMatchObject({ reason: 'conflict' })
    await eraseDueAccounts(platform)
    expect(await tablesWith(platform, zebedee.id)).toEqual([])
  })

  test('keeps its items until the run after the one that takes them off sale', async () => {
    const { platform, ada, zebedee, unsold, leave } = await openDeletionWorld(kind)
    await leave()
    platform.pass(waitingMs)
    await eraseDueAccounts(platform)
    const items = platform.db.selectFrom('assets').select('creator_id').where('for_sale', '=', 0)
    expect(await items.execute()).toEqual([{ creator_id: zebedee.id }, { creator_id: zebedee.id }])
    // The transaction of a purchase that had seen the item on sale.
    const late = { user_id: ada.id, asset_id: unsold, created: 0 }
    await platform.db.insertInto('owned_assets').values(late).execute()
    await eraseDueAccounts(platform)
    expect(await items.execute()).toEqual([{ creator_id: null }, { creator_id: null }])
  })

  test('waits for payments without an outcome', async () => {
    const { platform, ada, zebedee, bought, leave, erase } = await openDeletionWorld(kind)
    await leave()
    platform.pass(waitingMs)
    const payment = { id: '1', kind: 'purchase', subject: `asset:${bought}`, payee_id: zebedee.id } as const
    const open = { amount: 1, fee: 0, note: '', link: '', attempt: 0, attempted: 0, unanswered: null, due: 0 }
    const never = { created: 0, settled: null, reason: null, state: 'pending', payer_id: ada.id } as const
    await platform.db
      .insertInto('payments')
      .values({ ...payment, ...open, ...never, due: Number.MAX_SAFE_INTEGER })
      .execute()
    await erase()
    const users = platform.db.selectFrom('users').select('id').where('id', '=', zebedee.id)
    expect(await users.execute()).toHaveLength(1)
    await platform.db.updateTable('payments').set({ state: 'failed' }).execute()
    await erase()
    expect(await users.execute()).toEqual([])
    expect(await tablesWith(platform, zebedee.id)).toEqual(['payments'])
  })

  test('requires the password or a fresh proof, and that another administrator stays', async () => {
    const { platform, founder, zebedee } = await openDeletionWorld(kind)
    expect(await errorsOf(deleteAccount(platform, zebedee, { password: 'wrong' }, device))).toEqual({
      password: 'Incorrect password',
    })
    const old = { ...zebedee, proved: 0 }
    await expect(deleteAccount(platform, old, {}, device)).rejects.toMatchObject({ reason: 'forbidden' })
    const last = { problem: { code: 'accounts.last_administrator' } }
    await expect(deleteAccount(platform, founder, {}, device)).rejects.toMatchObject(last)
    await setPermissionLevel(platform.db, { userId: zebedee.id, level: 5 }, platform.now())
    const admin = { ...zebedee, permissionLevel: 5 }
    const both = await Promise.allSettled([
      deleteAccount(platform, founder, { password }, device),
      deleteAccount(platform, admin, { password }, device),
    ])
    expect(both.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: last }])
  })
})

test('leaves no trace of the person in the files of SQLite', async () => {
  const { platform, zebedee, leave, erase } = await openDeletionWorld('SQLite')
  const databaseFilesWith = async (text: string) => {
    const { dataDirectory } = platform.config
    const names = (await readdir(dataDirectory)).filter((name) => name.startsWith(sqliteFile))
    const contents = await Promise.all(names.map((name) => readFile(join(dataDirectory, name), 'latin1')))
    return names.filter((_, index) => contents[index]?.toLowerCase().includes(text.toLowerCase()))
  }
  expect(await databaseFilesWith('zebedee')).not.toEqual([])
  await leave()
  platform.pass(waitingMs)
  await erase()
  expect(await databaseFilesWith('zebedee')).toEqual([])
  expect(await databaseFilesWith(zebedee.id)).toEqual([])
})

test('leaves no trace in the files of SQLite once a process that was reading them has ended', async () => {
  const { platform, leave, erase } = await openDeletionWorld('SQLite')
  const log = join(platform.config.dataDirectory, `${sqliteFile}-wal`)
  const other = new DatabaseSync(join(platform.config.dataDirectory, sqliteFile), { readOnly: true })
  other.exec('begin')
  other.prepare('select count(*) from users').get()
  await leave()
  platform.pass(waitingMs)
  await erase()
  expect((await readFile(log)).length).toBeGreaterThan(0)
  other.close()
  await erase()
  expect((await readFile(log)).length).toBe(0)
})
