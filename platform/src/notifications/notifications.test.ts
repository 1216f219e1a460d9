import { describe, expect, test } from 'vitest'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { notify } from './notify.ts'

describe.each(databases)('notifications on %s', (kind) => {
  test('a hundred at once are numbered from 1 to 100', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const ben = await registerPerson(platform, 'Ben')
    await Promise.all(
      Array.from({ length: 100 }, () =>
        platform.db.transaction().execute((db) =>
          notify(
            db,
            {
              recipientId: anna.id,
              senderId: ben.id,
              type: 'comment',
              note: 'commented on Hat',
              link: '/x',
            },
            platform.now(),
          ),
        ),
      ),
    )
    const rows = await platform.db.selectFrom('notifications').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })
})
