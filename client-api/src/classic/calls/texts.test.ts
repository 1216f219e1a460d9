import { expect, test } from 'vitest'
import { expectAnswers, registerCaller } from '../../testing/callers.ts'
import { makePlace, startClientApi } from '../../testing/client-api.ts'

const start = async () => {
  const api = await startClientApi({
    Filtering: { Words: ['meany'], ReplaceWith: '#', ReplaceType: 'Character' },
  })
  const anna = await registerCaller(api, 'Anna')
  const { serverTicket } = await makePlace(api.platform)
  return { api, anna, ticket: `ticket=${serverTicket}` }
}

test('servers and players with a session have texts filtered', async () => {
  const { api, anna, ticket } = await start()
  const v1 = (text: string) => `200 {"data":{"white":"${text}","black":"${text}"}}`
  const v2 = (text: string) => `200 {"success":true,"data":{"AgeUnder13":"${text}","Age13OrOver":"${text}"}}`
  const body = 'text=You+Meany%21&userId=1'
  await expectAnswers(api, [
    [`/Game/ChatFilter.ashx?${ticket}`, '200 False', undefined, 'You Meany!'],
    [`/Game/ChatFilter.ashx?${ticket}`, '200 True', undefined, 'Hello, a=b&c'],
    ['/Game/ChatFilter.ashx', '200 False', anna, 'meany'],
    [`/moderation/filtertext?${ticket}`, v1('You #####!'), undefined, body],
    ['/moderation/filtertext', v1('Hello'), anna, 'text=Hello'],
    [`/moderation/filtertext?${ticket}`, v1(''), undefined, 'userId=1'],
    [`/moderation/v2/filtertext?${ticket}`, v2('You #####!'), undefined, body],
  ])
})

test('no other caller does, and no text is too long or one of too many', async () => {
  const { api, anna, ticket } = await start()
  const path = '/moderation/filtertext'
  await expectAnswers(api, [
    [path, '401 Sign in first', undefined, 'text=x'],
    ['/Game/ChatFilter.ashx', '401 Sign in first', undefined, 'x'],
    [`${path}?ticket=${'x'.repeat(32)}`, '400 Invalid Server ticket', anna, 'text=x'],
    [`${path}?${ticket}`, '413 The request is too large', undefined, `text=${'x'.repeat(2_001)}`],
    [path, '405 Method not allowed', anna],
  ])
  const { count } = await api.platform.limitCounts.add(
    `limits.game_texts user ${anna.actor.id}`,
    60_000,
    3_000,
  )
  expect(count).toBe(3_000)
  await expectAnswers(api, [
    [path, '429 Too many texts to filter. Try again in a minute.', anna, 'text=x'],
    [`${path}?${ticket}`, '200 {"data":{"white":"x","black":"x"}}', undefined, 'text=x'],
  ])
})
