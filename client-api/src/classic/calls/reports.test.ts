import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewReport, viewReportChat, viewReports } from '@baseplate/platform/moderation/door'
import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { registerPerson, signIn } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { makePlace, startClientApi } from '../../testing/client-api.ts'

const handler = '/AbuseReport/InGameChatHandler.ashx'

/** Anna and Ben are verified in a game server of the maker. */
async function start(KeepChat = true) {
  const api = await startClientApi({ Players: { Verify: 'report', KeepChat } })
  const { platform, ask } = api
  const { serverTicket, id, maker } = await makePlace(platform)
  await platform.db.updateTable('users').set({ permission_level: 4 }).where('id', '=', maker.id).execute()
  const staff = await (await signIn(platform, maker))()
  const connect = async (name: string) => {
    const player = await registerPerson(platform, name)
    const { ticket } = await joinPlace(platform, player, { id })
    const script = await (await ask(`/game/join?ticket=${ticket}`)).text()
    const [, number = '', session = ''] =
      /userId, username, membership = (\d+)[\s\S]*session=(\w+)/.exec(script) ?? []
    const verify = () =>
      ask(`/game/verify?ticket=${serverTicket}&id=${number}&name=${name}&session=${session}`)
    return { player, number: Number(number), verify }
  }
  const [anna, ben] = [await connect('Anna'), await connect('Ben')]
  await anna.verify()
  await ben.verify()
  const send = (body: string, ticket = serverTicket) =>
    ask(`${handler}?ticket=${ticket}`, { method: 'POST', body })
  const listed = async () => (await viewReports(platform, staff, { state: 'All' })).reports
  return { ...api, id, staff, anna, ben, connect, send, listed, serverTicket }
}

const xmlOf = (reporter: number, comment: string, lines: readonly [number, string][]) =>
  `<report userID="${reporter}" placeID="1"><comment>${comment}</comment><messages>${lines
    .map(([number, text]) => `<message userID="${number}" guid="a">${text}</message>`)
    .join('')}</messages></report>`

test('a report from a game is about each other player whom it quotes, with the lines', async () => {
  const { platform, id, staff, anna, ben, send, listed } = await start()
  const lines: [number, string][] = [
    [ben.number, 'rude'],
    [anna.number, 'stop'],
  ]
  const response = await send(xmlOf(anna.number, 'He is rude', lines))
  expect([response.status, await response.text()]).toEqual([200, ''])
  const reports = await listed()
  expect(reports).toMatchObject([{ title: 'Ben', reporter: 'Anna', note: 'He is rude', source: 'game' }])
  const { game } = await viewReport(platform, staff, { id: reports[0]?.id ?? '' })
  expect(game).toMatchObject({
    id,
    lines: [
      { username: 'Ben', text: 'rude' },
      { username: 'Anna', text: 'stop' },
    ],
  })
})

test('a report that names a player is about that player alone, and repeats are one report', async () => {
  const { anna, ben, connect, send, listed } = await start()
  const cleo = await connect('Cleo')
  const xml = xmlOf(anna.number, `AbuserID:${ben.number};Swearing;`, [[cleo.number, 'hello']])
  expect((await send(xml)).status).toBe(200)
  expect((await send(xml)).status).toBe(200)
  expect((await listed()).map(({ title }) => title)).toEqual(['Ben'])
})

test('nothing is stored for players who are not verified in the server, or from foreign servers', async () => {
  const { anna, ben, connect, send, listed } = await start()
  const stranger = await connect('Cleo')
  const aboutBen: [number, string][] = [[ben.number, 'rude']]
  expect((await send(xmlOf(stranger.number, '', aboutBen))).status).toBe(200)
  expect((await send(xmlOf(anna.number, '', [[1, 'nobody']]))).status).toBe(200)
  expect((await send(xmlOf(anna.number, '', aboutBen), 'a'.repeat(32))).status).toBe(400)
  expect((await send('<!DOCTYPE r><report/>')).status).toBe(400)
  expect((await send('x'.repeat(1_048_577))).status).toBe(413)
  expect(await listed()).toEqual([])
})

test('reports from a game count in the limit of their reporter', async () => {
  const { platform, anna, ben, send } = await start()
  for (let at = 0; at < 10; at++) await platform.reportLimit.spend(anna.player.id)
  expect((await send(xmlOf(anna.number, '', [[ben.number, 'rude']]))).status).toBe(429)
})

const chatOf = (numbers: readonly number[]) =>
  JSON.stringify(numbers.map((number) => ({ number, text: `from ${number}`, at: 0 })))

test('handlers of an open report see the chat of its server, and the log records the look', async () => {
  const { platform, ask, staff, anna, ben, send, listed, serverTicket } = await start()
  const body = chatOf([anna.number, ben.number, 5])
  const kept = await ask(`/api/server/chat?ticket=${serverTicket}`, { method: 'POST', body })
  expect(await kept.json()).toEqual({ kept: 2 })
  await send(xmlOf(anna.number, '', [[ben.number, 'rude']]))
  const id = (await listed())[0]?.id ?? ''
  await platform.db.updateTable('chat_lines').set({ at: platform.now() }).execute()
  const { lines } = await viewReportChat(platform, staff, { id })
  expect(lines.map(({ username }) => username).toSorted()).toEqual(['Anna', 'Ben'])
  const looks = platform.db.selectFrom('audit_log').select('subject').where('action', '=', 'viewchat')
  expect(await looks.execute()).toEqual([{ subject: `report:${id}` }])
  await platform.db.updateTable('reports').set({ closed: platform.now() }).execute()
  await expect(viewReportChat(platform, staff, { id })).rejects.toThrow('This report is closed')
  expect(staff.permissionLevel).toBe(permissionLevel.moderator)
})

test('no chat is kept unless the operator wants it', async () => {
  const { ask, anna, serverTicket } = await start(false)
  const init = { method: 'POST', body: chatOf([anna.number]) }
  expect(await (await ask(`/api/server/chat?ticket=${serverTicket}`, init)).json()).toEqual({ kept: 0 })
})

test.each(['x', '{}', '[{"number":"1","text":"x","at":0}]', chatOf(Array.from({ length: 101 }, () => 1))])(
  'refuses chat of another form: %.30s',
  async (body) => {
    const { ask, serverTicket } = await start()
    expect((await ask(`/api/server/chat?ticket=${serverTicket}`, { method: 'POST', body })).status).toBe(400)
  },
)
