import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinAsBot } from '../../minetest/src/testing/bot.ts'
import { type Admission, type EnginePlatform, startEnginePlatform } from '../support/engine/platform.ts'
import { json, type Place } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'

let platform: EnginePlatform
let place: Place
let anna: Person
let ben: Person
/** A game whose engine has stopped, with its port open. */
let hanging: { place: Place; pid: number }

beforeAll(async () => {
  platform = await startEnginePlatform()
  // Started first, because it counts as silent after 15 seconds. Meanwhile, the other tests run.
  const hangs = await platform.startPlace('It hangs')
  hanging = { place: hangs, pid: await platform.processOf(hangs) }
  process.kill(hanging.pid, 'SIGSTOP')
  place = await platform.startPlace('A place')
  anna = await register(platform.product.baseUrl, 'Anna')
  ben = await register(platform.product.baseUrl, 'Ben')
})
afterAll(() => platform.stop())

const notAdmitted = () =>
  `Open the page of this game at ${platform.product.baseUrl} and press Play to join it.`
const enter = (admission: Admission, changes: Partial<Admission> = {}) =>
  joinAsBot({ ...admission, ...changes })

test('a foreign name, another letter case, the username and a wrong key are refused', async () => {
  const admission = await platform.admit(anna, place)
  const other = await platform.admit(ben, place)
  for (const name of ['u1', admission.name.toUpperCase(), admission.username])
    await expect(enter(admission, { name })).rejects.toThrow(notAdmitted())
  await expect(enter(admission, { password: 'x'.repeat(64) })).rejects.toThrow('wrong password')
  await expect(enter(admission, { password: '' })).rejects.toThrow('wrong password')
  await expect(enter(admission, { password: other.password })).rejects.toThrow('wrong password')
})

test('a key works for one connection', async () => {
  const admission = await platform.admit(anna, place)
  const player = await enter(admission)
  await expect(enter(admission)).rejects.toThrow('already connected')
  player.leave()
  await expect.poll(() => platform.playersOf(place)).not.toContain('Anna')
  await expect(enter(admission)).rejects.toThrow(notAdmitted())
})

test('while the site cannot be reached, players stay and can chat, and no player can enter', async () => {
  const player = await enter(await platform.admit(anna, place))
  const admission = await platform.admit(ben, place)
  platform.network.cut()
  try {
    await platform.untilLogged(place, 'the site answers 0: nobody may enter')
    await expect(enter(admission)).rejects.toThrow('The platform cannot be reached at the moment.')
    player.say('Is anybody here?')
    await expect.poll(() => player.chat).toContain('<Anna> Is anybody here?')
  } finally {
    platform.network.mend()
  }
  const late = await enter(await platform.admit(ben, place))
  expect((await platform.playersOf(place)).toSorted()).toEqual(['Anna', 'Ben'])
  late.leave()
  player.leave()
})

test('a player reports another player, with the lines of their chat', async () => {
  const [reporter, begging] = [
    await enter(await platform.admit(anna, place)),
    await enter(await platform.admit(ben, place)),
  ]
  begging.say('Give me your coins')
  await expect.poll(() => reporter.chat).toContain('<Ben> Give me your coins')
  reporter.say('/report ben')
  await expect.poll(() => reporter.forms).toEqual(['baseplate:report'])
  reporter.submit('baseplate:report', { player: '1', category: '1', text: 'He begs', send: 'Report' })
  await expect.poll(() => reporter.chat.join('\n')).toContain('Your report was sent to the moderators.')
  const { reports } = await json<{ reports: { id: string }[] }>(await platform.maker.get('/admin/reports'))
  const report = await json<object>(await platform.maker.get(`/admin/reports/${reports[0]?.id}`))
  expect(report).toMatchObject({
    source: 'game',
    reporter: 'Anna',
    owner: 'Ben',
    note: 'He begs',
    game: {
      id: place.id,
      lines: expect.arrayContaining([
        expect.objectContaining({ username: 'Ben', text: 'Give me your coins' }),
      ]),
    },
  })
  const chat = async () =>
    json<{ lines: object[] }>(await platform.maker.post(`/admin/reports/${reports[0]?.id}?/chat`))
  await expect
    .poll(async () => (await chat()).lines)
    .toContainEqual(expect.objectContaining({ username: 'Ben', text: 'Give me your coins' }))
  reporter.leave()
  begging.leave()
})

test('a player whom the maker bans is removed with the reason, and cannot join again', async () => {
  const player = await enter(await platform.admit(ben, place))
  const ban = { username: 'Ben', reason: 'Begging for coins', days: '1' }
  expect((await platform.maker.post(`${place.path}/players?/ban`, ban)).status).toBe(200)
  expect(await player.ended).toContain('Begging for coins')
  const refused = await ben.post(`${place.path}?/join`)
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining('You are banned from this game: Begging for coins'),
  ])
})

test('the site sees that an engine was killed', async () => {
  process.kill(await platform.processOf(place), 'SIGKILL')
  await expect.poll(() => platform.stateOf(place), { timeout: 10_000 }).toBe('failed')
})

test('an engine that hangs with its port open is killed', async () => {
  await expect.poll(() => platform.stateOf(hanging.place)).toBe('failed')
  // A stopped process cannot exit by itself.
  await expect.poll(() => existsSync(`/proc/${hanging.pid}`)).toBe(false)
})
