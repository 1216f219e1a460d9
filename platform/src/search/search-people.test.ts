import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import { joinPlace } from '../places/sessions/join.ts'
import { updatePrivacy } from '../places/settings.ts'
import type { Platform } from '../platform.ts'
import { accountRow } from '../testing/account-row.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { createPublishedPlace } from '../testing/published-place.ts'
import { startOf } from '../testing/starting.ts'
import { searchPeople } from './search-people.ts'

const viewer: Actor = {
  id: 'viewer',
  username: 'Viewer',
  permissionLevel: 1,
  theme: null,
  language: null,
  portrait: null,
  standing: null,
  leaves: null,
  factors: { totp: false, passkey: false },
  proved: Number.POSITIVE_INFINITY,
}

/** Adds accounts without passwords, which would take time to hash. */
async function addUsers({ db }: Platform, usernames: readonly string[]) {
  for (let at = 0; at < usernames.length; at += 500) {
    await db
      .insertInto('users')
      .values(usernames.slice(at, at + 500).map((username) => accountRow(username)))
      .execute()
  }
}

async function namesOf(platform: Platform, q: string, cursor?: string) {
  const { users, next } = await searchPeople(platform, viewer, { q, cursor })
  return { names: users.map(({ username }) => username), next }
}

/** Returns the names on all pages of a search. Calls `between` after each page but the last. */
async function allNames(platform: Platform, q: string, between?: (page: number) => Promise<void>) {
  const all: string[] = []
  for (let cursor: string | undefined, page = 1; ; page++) {
    const { names, next } = await namesOf(platform, q, cursor)
    all.push(...names)
    if (next === null) return all
    if (page > 1_000) throw new Error('the search does not end')
    cursor = next
    await between?.(page)
  }
}

const numbered = (name: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `${name}${String(from + index).padStart(4, '0')}`)

describe.each(databases)('search for people on %s', (kind) => {
  test('lists an equal name first, then names that begin with the text, then names that contain it', async () => {
    const platform = await openTestPlatform(kind)
    await addUsers(platform, ['Joanna', 'annabel', 'Anna_2', 'HANNAH', 'ANNA', 'Susanna', 'Bob', 'anna_anna'])
    const { names, next } = await namesOf(platform, 'anna')
    expect(names.slice(0, 4)).toEqual(['ANNA', 'Anna_2', 'anna_anna', 'annabel'])
    expect(names.slice(4).toSorted()).toEqual(['HANNAH', 'Joanna', 'Susanna'])
    expect(next).toBeNull()
    expect((await namesOf(platform, '  aNNa ')).names).toEqual(names)
    expect((await namesOf(platform, 'susanna')).names).toEqual(['Susanna'])
    expect((await namesOf(platform, 'usann')).names).toEqual(['Susanna'])
  })

  test('finds names by their beginning for one or two characters', async () => {
    const platform = await openTestPlatform(kind)
    await addUsers(platform, ['Zoe', 'zed', 'Azores', '_z_', 'z_1', 'Z9z'])
    expect((await namesOf(platform, 'z')).names).toEqual(['Z9z', 'z_1', 'zed', 'Zoe'])
    expect((await namesOf(platform, 'ZE')).names).toEqual(['zed'])
    expect((await namesOf(platform, '_')).names).toEqual(['_z_'])
  })

  test('treats underscores, operators and wildcards as plain text', async () => {
    const platform = await openTestPlatform(kind)
    await addUsers(platform, [
      'a_b_c',
      'aXbXc',
      'the_or_not',
      'theXorXnot',
      'x___y',
      'x1q2y',
      'AND',
      'Brandon',
    ])
    expect((await namesOf(platform, '_b_')).names).toEqual(['a_b_c'])
    expect((await namesOf(platform, '_or_')).names).toEqual(['the_or_not'])
    expect((await namesOf(platform, '___')).names).toEqual(['x___y'])
    expect((await namesOf(platform, 'qqq')).names).toEqual([])
    expect((await namesOf(platform, '1q2')).names).toEqual(['x1q2y'])
    expect((await namesOf(platform, 'and')).names).toEqual(['AND', 'Brandon'])
  })

  test('finds nobody for a text that no username can contain', async () => {
    const platform = await openTestPlatform(kind)
    await addUsers(platform, ['percent', 'star', 'Keller', 'istanbul', 'ann', 'bob'])
    const nobody = [
      ...['%', '%%%', 'a%', '*', 'sta*', '"', '""', '"ann', "'", "' or 1=1 --", 'ann OR bob', 'ann NOT bob'],
      ...['part:ann', '^ann', '(ann)', 'NEAR(ann bob)', 'a.n', '\\', '\\_', '\0', 'ann\0', 'a n n', 'ann{}'],
      // Letters that become ASCII ones, or several, in lower case or when they are normalised.
      ...[
        '\u212Aeller',
        'İstanbul',
        'ａｎｎ',
        'änn',
        'ß',
        '安',
        '😀',
        '\u{10FFFF}',
        '\uD800',
        'ann\u0301',
        'x'.repeat(22),
      ],
    ]
    for (const q of nobody) {
      expect(await searchPeople(platform, viewer, { q }), q).toEqual({ q: q.trim(), users: [], next: null })
    }
    expect(await searchPeople(platform, viewer, {})).toEqual({ q: '', users: [], next: null })
    await expect(searchPeople(platform, viewer, { q: 'x'.repeat(101) })).rejects.toThrow(
      'q: Use at most 100 characters',
    )
  })

  test('pages without gaps or repeats while accounts are added', async () => {
    const platform = await openTestPlatform(kind)
    const before = [...numbered('Robin', 60), ...numbered('x_Robin', 70), ...numbered('Nobody', 30)]
    await addUsers(platform, before)
    const names = await allNames(platform, 'robin', async (page) => {
      await addUsers(platform, [
        ...numbered('aRobin', 7, page * 10),
        ...numbered('Robin', 7, 1_000 + page * 10),
      ])
    })
    expect(new Set(names).size).toBe(names.length)
    const old = names.filter((name) => before.includes(name))
    expect(old).toHaveLength(130)
    expect(old.slice(0, 60)).toEqual(numbered('Robin', 60))
    // The order stays the same apart from added names.
    const again = await allNames(platform, 'robin')
    expect(again.filter((name) => before.includes(name))).toEqual(old)
  })

  test('finds common, rare and unique parts among more names than one read takes', async () => {
    const platform = await openTestPlatform(kind)
    await addUsers(platform, [...numbered('player_', 6_000), ...numbered('xx_rare_', 40), 'the_only_one'])
    expect(await allNames(platform, 'rare')).toHaveLength(40)
    expect(await allNames(platform, 'ly_o')).toEqual(['the_only_one'])
    const { names, next } = await namesOf(platform, 'layer')
    expect(names).toHaveLength(24)
    expect(names.every((name) => name.startsWith('player_'))).toBe(true)
    const second = await namesOf(platform, 'layer', next ?? '')
    expect(second.names).toHaveLength(24)
    expect(second.names.some((name) => names.includes(name))).toBe(false)
    expect(new Set(await allNames(platform, 'layer_00')).size).toBe(100)
  })

  test('refuses an unknown cursor', async () => {
    const platform = await openTestPlatform(kind)
    await addUsers(platform, ['Anna', 'Joanna'])
    for (const cursor of ['', 'x', 'parts-', 'parts-%', "beginnings-a' or 1=1", `parts-${'9'.repeat(41)}`]) {
      await expect(searchPeople(platform, viewer, { q: 'anna', cursor }), cursor).rejects.toThrow(
        'This page of the list doesn’t exist',
      )
    }
    // Cursors of another search, and invented ones.
    for (const cursor of ['parts-zzz', 'parts-99999999999999999999999999', 'beginnings-zzz']) {
      await searchPeople(platform, viewer, { q: 'anna', cursor })
    }
  })

  test('does not find renamed or deleted accounts', async () => {
    const platform = await openTestPlatform(kind)
    await addUsers(platform, ['the_gardener', 'the_butler'])
    await platform.db
      .updateTable('users')
      .set({ username: 'the_cook', username_key: 'the_cook' })
      .where('username_key', '=', 'the_gardener')
      .execute()
    expect((await namesOf(platform, 'garden')).names).toEqual([])
    expect((await namesOf(platform, 'cook')).names).toEqual(['the_cook'])
    await platform.db.deleteFrom('users').where('username_key', '=', 'the_butler').execute()
    expect((await namesOf(platform, 'butler')).names).toEqual([])
    await addUsers(platform, ['her_butler'])
    expect((await namesOf(platform, 'butler')).names).toEqual(['her_butler'])
    if (kind === 'SQLite') {
      // SQLite's own check of the index.
      await sql`insert into user_name_parts (user_name_parts) values ('integrity-check')`.execute(platform.db)
    }
  })

  test('shows the games of players only where the viewer may join', async () => {
    const platform = await openTestPlatform(kind)
    const player = await registerPerson(platform, 'Player')
    const other = await registerPerson(platform, 'Other_player')
    const { id } = await createPublishedPlace(platform, player, { name: 'The open sea' })
    for (const person of [player, other]) {
      const { ticket } = await joinPlace(platform, person, { id })
      await platform.gameSessions.spend(startOf(ticket))
    }
    const open = { id, name: 'The open sea', slug: 'The-open-sea' }
    const playingOf = async (q: string) => (await searchPeople(platform, viewer, { q })).users[0]?.playing
    expect([await playingOf('player'), await playingOf('other')]).toEqual([open, open])
    await updatePrivacy(platform, player, { id, privateServer: 'true' })
    expect([await playingOf('player'), await playingOf('other')]).toEqual([null, null])
  })
})
