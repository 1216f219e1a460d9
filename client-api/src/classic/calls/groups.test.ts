import sharp from 'sharp'
import { expect, test } from 'vitest'
import { expectAnswers, type Row, registerCaller } from '../../testing/callers.ts'
import { startClientApi } from '../../testing/client-api.ts'

const id = 123_456_789
const closedId = 123_456_788

/** Anna owns a group in which Ben is a member, and one that moderators have closed. */
async function start() {
  const api = await startClientApi()
  const anna = await registerCaller(api, 'Anna')
  const ben = await registerCaller(api, 'Ben')
  const cleo = await registerCaller(api, 'Cleo')
  const owned = { owner_id: anna.actor.id, created: 0, member_count: 0 }
  await api.platform.db
    .insertInto('groups')
    .values([
      {
        ...owned,
        id,
        name: 'The Builders',
        name_key: 'the builders',
        description: 'We build.',
        open: 1,
        closed_reason: null,
      },
      {
        ...owned,
        id: closedId,
        name: 'Closed',
        name_key: 'closed',
        description: '',
        open: 0,
        closed_reason: 'x',
      },
    ])
    .execute()
  const members = [
    [id, anna],
    [id, ben],
    [closedId, ben],
  ] as const
  await api.platform.db
    .insertInto('group_members')
    .values(members.map(([group_id, { actor }]) => ({ group_id, user_id: actor.id, created: 0 })))
    .execute()
  return { api, a: anna.number, b: ben.number, c: cleo.number }
}

test('groups show their owner, roles and members', async () => {
  const { api, a, b, c } = await start()
  const listed = (rank: number, role: string, emblem = '') =>
    `200 [{"Id":${id},"Name":"The Builders","EmblemUrl":"${emblem}","Rank":${rank},"Role":"${role}"}]`
  const group = `200 {"Id":${id},"Name":"The Builders","Owner":{"Id":${a},"Name":"Anna"},"EmblemUrl":"","Description":"We build.","Roles":[{"Name":"Guest","Rank":0},{"Name":"Member","Rank":1},{"Name":"Owner","Rank":255}]}`
  const rows: Row[] = [
    [`/users/${a}/groups`, listed(255, 'Owner')],
    [`/users/${b}/groups`, listed(1, 'Member')],
    [`/users/${c}/groups`, '200 []'],
    ['/users/1/groups', '200 []'],
    [`/groups/${id}`, group],
    [`/groups/${closedId}`, '404 This group was closed by a moderator'],
    ['/groups/1', '404 Group not found'],
    ['/groups/99999999999', '404 Group not found'],
    [`/groups/${id}/allies`, '200 {"Groups":[],"FinalPage":true}'],
    ['/groups/1/allies', '404 Group not found'],
    [
      `/api/groups/${id}/RoleSets/`,
      '200 [{"ID":0,"Name":"Guest","Rank":0},{"ID":1,"Name":"Member","Rank":1},{"ID":255,"Name":"Owner","Rank":255}]',
    ],
    ['/api/groups/1/RoleSets/', '404 Group not found'],
  ]
  await expectAnswers(api, rows)
  await api.platform.db.updateTable('groups').set({ icon: 'abc' }).where('id', '=', id).execute()
  await expectAnswers(api, [
    [`/users/${b}/groups`, listed(1, 'Member', `${api.baseUrl}/asset/emblem/${id}?v=abc`)],
  ])
})

test('scripts of games learn the rank of a player in a group', async () => {
  const { api, a, b, c } = await start()
  const rank = (value: number) => `200 <Value Type="integer">${value}</Value>`
  const is = (value: boolean) => `200 <Value Type="boolean">${value}</Value>`
  const path = (method: string, number: number, group: string | number) =>
    `/Game/LuaWebService/HandleSocialRequest.ashx?method=${method}&playerid=${number}&groupid=${group}`
  await expectAnswers(api, [
    [path('GetGroupRank', a, id), rank(255)],
    [path('GetGroupRank', b, id), rank(1)],
    [path('GetGroupRank', c, id), rank(0)],
    [path('GetGroupRank', b, closedId), rank(0)],
    [path('GetGroupRank', 1, id), rank(0)],
    [path('GetGroupRank', a, 'x'), rank(0)],
    [path('IsInGroup', a, id), is(true)],
    [path('IsInGroup', b, id), is(true)],
    [path('IsInGroup', c, id), is(false)],
    [path('IsInGroup', b, closedId), is(false)],
    [path('GetGroupRole', a, id), '200 Owner'],
    [path('GetGroupRole', b, id), '200 Member'],
    [path('GetGroupRole', c, id), '200 Guest'],
  ])
})

test('the emblem of a group is a PNG, which clients read', async () => {
  const { api } = await start()
  expect((await api.ask(`/asset/emblem/${id}`)).status, 'without an icon').toBe(404)
  const create = { width: 256, height: 256, channels: 4, background: '#c0403080' } as const
  const icon = await sharp({ create }).avif().toBuffer()
  await api.platform.files.write(`group-icons/${id}-0123456789abcdef.avif`, [icon], 100_000)
  await api.platform.db.updateTable('groups').set({ icon: '0123456789abcdef' }).where('id', '=', id).execute()
  for (const turn of ['drawn', 'kept']) {
    const response = await api.ask(`/asset/emblem/${id}?v=0123456789abcdef`)
    const { format, width, height, hasAlpha } = await sharp(await response.arrayBuffer()).metadata()
    expect([turn, response.status, format, width, height, hasAlpha]).toEqual([
      turn,
      200,
      'png',
      150,
      150,
      true,
    ])
  }
  expect((await api.ask(`/asset/emblem/${closedId}`)).status).toBe(404)
})
