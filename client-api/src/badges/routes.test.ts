import { createBadge, disableBadge } from '@baseplate/platform/badges/door'
import { colouredPicture } from '@baseplate/platform/testing/picture-world'
import { expect, test } from 'vitest'
import { startServedData } from '../testing/served-data.ts'

async function startBadges() {
  const served = await startServedData()
  const { platform, maker, id, ask, serverTicket, number } = served
  const icon = await colouredPicture('red')
  const { badge } = await createBadge(platform, maker, { id, name: 'First "steps"', description: '', icon })
  const award = async (body: string, { of = String(badge), ticket = serverTicket } = {}) => {
    const headers = { AccessKey: ticket, 'Content-Type': 'application/json' }
    const response = await ask(`/api/server/badges/${of}/award`, { method: 'POST', headers, body })
    return [response.status, await response.text()] as const
  }
  const classic = async (path: string, body?: string) => {
    const query = new URLSearchParams({ UserID: String(number), BadgeID: String(badge), PlaceID: String(id) })
    const init = body === undefined ? {} : { method: 'POST', body }
    const response = await ask(`${path}?${body ? '' : `${query}&`}ticket=${serverTicket}`, init)
    return `${response.status} ${await response.text()}`
  }
  const disable = () => disableBadge(platform, maker, { id, badge, disabled: 'true' })
  return { ...served, badge, award, classic, disable }
}

test('a server awards a badge once', async () => {
  const { award, number } = await startBadges()
  expect(await award(`{"player":${number}}`)).toEqual([200, '{"awarded":true}'])
  expect(await award(`{"player":${number}}`)).toEqual([200, '{"awarded":false}'])
})

test.each([
  ['a body that is no JSON', '{', 400, 'input.request_invalid'],
  ['an empty body', '', 400, 'input.request_invalid'],
  ['a body without a player', '{}', 400, 'input.request_invalid'],
  ['a player who is no number', '{"player":"Anna"}', 400, 'input.request_invalid'],
  ['a list', '[]', 400, 'input.request_invalid'],
  ['a body that is too large', `{"player":1,"x":"${'x'.repeat(1_000)}"}`, 413, 'requests.too_large'],
  ['a player who is not there', '{"player":99}', 409, 'badges.player_elsewhere'],
])('refuses %s', async (_, body, status, code) => {
  const { award } = await startBadges()
  const [got, text] = await award(body)
  expect([got, JSON.parse(text)]).toEqual([status, { code, message: expect.any(String) }])
})

test('refuses unknown badges, tickets and games without services', async () => {
  const { award, number, platform, id, disable } = await startBadges()
  const body = `{"player":${number}}`
  expect((await award(body, { of: '123456789' }))[0]).toBe(404)
  expect((await award(body, { ticket: '' }))[0]).toBe(400)
  expect((await award(body, { ticket: 'z'.repeat(32) }))[0]).toBe(400)
  await disable()
  expect((await award(body))[0]).toBe(409)
  await platform.db.updateTable('places').set({ services: 0 }).where('id', '=', id).execute()
  expect((await award(body))[0]).toBe(403)
})

test('classic servers award a badge, and read the news of it once', async () => {
  const { classic } = await startBadges()
  expect(await classic('/Game/Badge/HasBadge.ashx')).toBe('200 Failure')
  expect(await classic('/Game/Badge/AwardBadge.ashx')).toBe('200 Anna won Maker\'s "First "steps"" award!')
  expect(await classic('/Game/Badge/AwardBadge.ashx')).toBe('200 0')
  expect(await classic('/Game/Badge/HasBadge.ashx')).toBe('200 Success')
})

test('later servers award a badge with a form', async () => {
  const { classic, number, badge, id } = await startBadges()
  const form = `userId=${number}&badgeId=${badge}&placeId=${id}`
  expect(await classic('/assets/award-badge', form)).toBe('200 Anna won Maker\'s "First "steps"" award!')
  expect(await classic('/assets/award-badge', form)).toBe('200 0')
})

test('classic servers learn that a badge is disabled', async () => {
  const { classic, disable } = await startBadges()
  expect(await classic('/Game/Badge/IsBadgeLegal.ashx')).toBe('200 1')
  expect(await classic('/Game/Badge/IsBadgeDisabled.ashx')).toBe('200 0')
  await disable()
  expect(await classic('/Game/Badge/IsBadgeDisabled.ashx')).toBe('200 1')
  expect(await classic('/Game/Badge/AwardBadge.ashx')).toBe('200 0')
})

test('a caller without a ticket awards nothing', async () => {
  const { ask, badge, number } = await startBadges()
  const query = `UserID=${number}&BadgeID=${badge}`
  const answer = async (path: string) => (await ask(`${path}?${query}`)).text()
  expect(await answer('/Game/Badge/AwardBadge.ashx')).toBe('0')
  expect(await answer('/Game/Badge/HasBadge.ashx')).toBe('Failure')
  expect(await answer('/Game/Badge/IsBadgeDisabled.ashx')).toBe('1')
})

test('neither a look at the address nor the page of another site awards a badge', async () => {
  const { ask, classic, serverTicket, number, badge } = await startBadges()
  const query = new URLSearchParams({ UserID: String(number), BadgeID: String(badge), ticket: serverTicket })
  const address = `/Game/Badge/AwardBadge.ashx?${query}`
  expect((await ask(address, { method: 'HEAD' })).status).toBe(405)
  expect((await ask(address, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403)
  expect(await classic('/Game/Badge/HasBadge.ashx')).toBe('200 Failure')
})
