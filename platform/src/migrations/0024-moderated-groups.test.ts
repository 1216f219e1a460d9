import { expect, onTestFinished, test } from 'vitest'
import { accountRow } from '../testing/account-row.ts'
import { makeUnmigrated } from '../testing/migrating.ts'
import { databases } from '../testing/platforms.ts'

test.each(databases)(
  'on %s, reports from before stay, one of each at most, and groups are reported',
  async (kind) => {
    const open = await makeUnmigrated(kind)
    const before = await open('0024')
    await before
      .insertInto('users')
      .values(accountRow('Anna', { id: 'anna' }))
      .execute()
    const report = {
      id: '1',
      created: 1,
      reporter_id: 'anna',
      type: 'user',
      subject_id: 'ben',
      subject_user_id: 'ben',
      category: 'Hate',
      note: 'He’s "rude"',
      link: '',
      address: '/user/Ben',
      title: 'Ben',
      text: '',
      assignee_id: null,
      closed: null,
      outcome: null,
    } as const
    await before.insertInto('reports').values(report).execute()
    await before.destroy()

    const db = await open()
    onTestFinished(() => db.destroy())
    expect(await db.selectFrom('reports').selectAll().execute()).toEqual([{ ...report, closing_note: '' }])
    const add = (other: object) =>
      db
        .insertInto('reports')
        .values({ ...report, ...other })
        .execute()
    await expect(add({ id: '2' })).rejects.toThrow(/unique/i)
    await expect(add({ id: '2', type: 'planet' })).rejects.toThrow(/check/i)
    await expect(add({ id: '2', subject_id: 'cleo', reporter_id: 'nobody' })).rejects.toThrow(/foreign key/i)
    await add({ id: '2', type: 'group', subject_id: '1' })
    await db.deleteFrom('users').execute()
    expect(await db.selectFrom('reports').select('id').execute()).toEqual([])
  },
)
