import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { entry, ofPlayer } from '../../testing/data-game.ts'
import { openDataPages } from '../../testing/data-pages.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { erasePlayersData } from '../erase.ts'
import { sweepGameData } from '../sweep.ts'
import { deleteDataEntry, editDataEntry, restoreDataEntry } from './change-entry.ts'
import { viewDataEntries } from './view-entries.ts'
import { viewPlayersData } from './view-player.ts'
import { offersData, viewDataStores } from './view-stores.ts'

const gold = entry('gold')

describe.each(databases)('pages of the data of games on %s', (kind) => {
  test('are for the owner and administrators, not for others or moderators', async () => {
    const { platform, anna, id, server, view } = await openDataPages(kind)
    const version = await server.put(gold, '1')
    const moderator = { ...anna, permissionLevel: permissionLevel.moderator }
    const tries = (actor: Actor) => [
      viewDataStores(platform, actor, { id }),
      viewDataEntries(platform, actor, { id, store: 'world' }),
      viewPlayersData(platform, actor, { id, player: 'Anna' }),
      view(gold, actor),
      editDataEntry(platform, actor, { ...gold, id, version, value: '2' }),
      deleteDataEntry(platform, actor, { ...gold, id, version }),
      restoreDataEntry(platform, actor, { ...gold, id, version, restored: version }),
    ]
    const reasons = async (actor: Actor) =>
      new Set(
        (await Promise.allSettled(tries(actor))).map((one) => one.status === 'rejected' && one.reason.reason),
      )
    expect(await reasons(anna)).toEqual(new Set(['forbidden']))
    expect(await reasons(moderator)).toEqual(new Set(['forbidden']))
    await platform.db.updateTable('places').set({ private_server: 1 }).where('id', '=', id).execute()
    expect(await reasons(anna)).toEqual(new Set(['missing']))
    expect(await reasons(moderator)).toEqual(new Set(['forbidden']))
    expect((await server.read(gold)).value).toBe('1')
    expect(await offersData(platform.db, moderator, id)).toBe(false)
  })

  test('record looks at data of players and changes, and those of administrators in the audit log', async () => {
    const { platform, maker, anna, id, server, enter, view, edit, looks } = await openDataPages(kind)
    const player = await enter(anna)
    const name = ofPlayer(player.number)
    await server.put(name, '1')
    const first = await server.put(gold, '1')
    await view(gold)
    await edit(gold, '2', first)
    platform.pass(1)
    await viewPlayersData(platform, maker, { id, player: 'Anna' })
    platform.pass(1)
    const staff = {
      ...(await registerPerson(platform, 'Staff')),
      permissionLevel: permissionLevel.administrator,
    }
    await view(name, staff)
    expect((await looks()).map(({ actor, action, store, key }) => [actor, action, store, key])).toEqual([
      ['Staff', 'view', 'coins', String(player.number)],
      ['Maker', 'search', null, String(player.number)],
      ['Maker', 'edit', 'world', 'gold'],
    ])
    const audit = await platform.db.selectFrom('audit_log').selectAll().execute()
    expect(audit).toMatchObject([{ actor_id: staff.id, action: 'viewdata', subject: `place:${id}` }])
    platform.pass(90 * day + 1)
    await sweepGameData(platform)
    expect(await looks()).toEqual([])
  })

  test("records of an actor, and those about a player's data, go with the account", async () => {
    const { platform, maker, anna, id, server, enter, view, looks } = await openDataPages(kind)
    const player = await enter(anna)
    await server.put(ofPlayer(player.number), '1')
    const staff = {
      ...(await registerPerson(platform, 'Staff')),
      permissionLevel: permissionLevel.administrator,
    }
    await server.write(gold, { op: 'put', json: '2', players: [player.number] })
    await view(gold, staff)
    await view(gold, maker)
    platform.pass(1)
    await viewPlayersData(platform, maker, { id, player: 'Anna' })
    await platform.db.deleteFrom('users').where('id', '=', staff.id).execute()
    expect((await looks()).map(({ actor, action }) => [actor, action])).toEqual([
      ['Maker', 'search'],
      ['Maker', 'view'],
    ])
    await erasePlayersData(platform, anna.id)
    expect((await looks()).map(({ action }) => action)).toEqual(['view'])
  })
})
