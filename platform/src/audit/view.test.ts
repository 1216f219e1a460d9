import { describe, expect, test } from 'vitest'
import { moderate } from '../moderation/moderate.ts'
import { setLevel } from '../moderation/set-level.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { exportAudit, viewAudit } from './view.ts'

describe.each(databases)('the audit log on %s', (kind) => {
  test('is filtered by who, to whom and what, goes on behind its cursor, and is a file', async () => {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    await registerPerson(platform, 'Player')
    for (let index = 0; index < 26; index++) {
      platform.pass(1)
      await moderate(platform, administrator, { username: 'Player', type: 'Warning', reason: String(index) })
      await setLevel(platform, administrator, 'Player', { permissionLevel: index % 2 === 0 ? '2' : '1' })
    }
    const view = (input: object) => viewAudit(platform, administrator, input)
    const first = await view({ actor: 'ADMINISTRATOR' })
    const rest = await view({ actor: 'administrator', cursor: first.next })
    expect([first.entries.length, rest.entries.length, rest.next]).toEqual([50, 2, null])
    expect(new Set([...first.entries, ...rest.entries].map(({ id }) => id)).size).toBe(52)
    const oldest = await view({ sort: 'oldest', action: 'moderate' })
    expect(oldest.entries[0]?.after).toContain('"reason":"0"')
    const older = await view({ sort: 'oldest' })
    const newer = await view({ sort: 'oldest', cursor: older.next })
    expect([...older.entries, ...newer.entries].map(({ id }) => id)).toEqual(
      [...first.entries, ...rest.entries].map(({ id }) => id).toReversed(),
    )
    expect((await view({ action: 'level', about: 'player' })).entries).toHaveLength(26)
    expect((await view({ actor: 'player' })).entries).toEqual([])
    expect((await view({ about: 'player' })).entries[0]).toMatchObject({
      actor: 'Administrator',
      person: 'Player',
    })
    expect(await Array.fromAsync(exportAudit(platform, administrator, { action: 'moderate' }))).toHaveLength(
      26,
    )
    const moderator = { ...administrator, permissionLevel: 4 }
    await expect(viewAudit(platform, moderator, {})).rejects.toMatchObject({ reason: 'forbidden' })
    expect(() => exportAudit(platform, moderator, {})).toThrow('administrators')
  })
})
