import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeUnmigrated } from '../testing/migrating.ts'
import { databases } from '../testing/platforms.ts'

test.each(databases)(
  'on %s, what waited keeps its order, and all that was moderated has a refusal, with who it was',
  async (kind) => {
    const open = await makeUnmigrated(kind)
    const before = await open('0025')
    const made: [id: number, visibility: string, created: number][] = [
      [100000001, 'Pending', 30],
      [100000002, 'Pending', 20],
      [100000003, 'Moderated', 10],
      [100000004, 'Moderated', 11],
      [100000005, 'Moderated', 12],
      [100000006, 'Visible', 13],
    ]
    for (const [id, visibility, created] of made) {
      await sql`insert into assets (id, type, name, description, description_updated, visibility, file_size, file_sha256, file_md5, created, updated)
        values (${id}, 8, 'A hat', '', 0, ${visibility}, 0, '', '', ${created}, ${created + 100})`.execute(
        before,
      )
    }
    await sql`insert into asset_parts (asset_id, image_id) values (100000003, 100000005)`.execute(before)
    await sql`insert into asset_refusals (asset_id, reason, created) values (100000003, 'Too tall', 50)`.execute(
      before,
    )
    for (const [id, created, actor] of [
      ['a', 40, 'earlier'],
      ['b', 50, 'ann'],
    ] as const) {
      await sql`insert into audit_log (id, created, actor_id, action, subject)
        values (${id}, ${created}, ${actor}, 'refuseasset', 'asset:100000003')`.execute(before)
    }
    await before.destroy()

    const db = await open()
    const waiting = await db
      .selectFrom('assets')
      .select(['id', 'waiting_since'])
      .where('visibility', '=', 'Pending')
      .orderBy('waiting_since')
      .execute()
    expect(waiting.map(({ id, waiting_since }) => [id, Number(waiting_since)])).toEqual([
      [100000002, 20],
      [100000001, 30],
    ])
    const refusals = await db.selectFrom('asset_refusals').selectAll().orderBy('asset_id').execute()
    expect(refusals).toEqual([
      { asset_id: 100000003, number: 1, reason: 'Too tall', created: 50, moderator_id: 'ann' },
      { asset_id: 100000004, number: 1, reason: '', created: 111, moderator_id: null },
    ])
    await db.destroy()
  },
)
