import { beforeEach, describe, expect, test } from 'vitest'
import { accountRow } from '../../testing/account-row.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'

const report = {
  id: '1',
  created: 1,
  reporter_id: 'anna',
  type: 'user',
  subject_id: 'ben',
  subject_user_id: 'ben',
  category: 'Hate',
  priority: 3,
  note: 'He’s "rude"',
  link: '',
  address: '/user/Ben',
  title: 'Ben',
  text: '',
  assignee_id: null,
  closed: null,
  outcome: null,
} as const

describe.each(databases)('reports on %s', (kind) => {
  let platform: TestPlatform
  const add = (changes: object = {}) =>
    platform.db
      .insertInto('reports')
      .values({ ...report, ...changes })
      .execute()

  beforeEach(async () => {
    platform = await openTestPlatform(kind)
    await platform.db
      .insertInto('users')
      .values(accountRow('Anna', { id: 'anna' }))
      .execute()
    await add()
  })

  test('a reporter has one open report about a subject', async () => {
    await expect(add({ id: '2' })).rejects.toThrow(/unique/i)
    await platform.db.updateTable('reports').set({ closed: 2 }).execute()
    await add({ id: '2' })
  })

  test('the subject is of a known type', async () => {
    await expect(add({ id: '2', type: 'planet' })).rejects.toThrow(/check/i)
    await add({ id: '2', type: 'group', subject_id: '1' })
  })

  test('the reporter exists, and a deleted reporter has no reports', async () => {
    await expect(add({ id: '2', subject_id: 'cleo', reporter_id: 'nobody' })).rejects.toThrow(/foreign key/i)
    await platform.db.deleteFrom('users').execute()
    expect(await platform.db.selectFrom('reports').select('id').execute()).toEqual([])
  })
})
