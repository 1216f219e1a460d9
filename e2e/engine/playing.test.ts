import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { joinAsBot } from '../../minetest/src/testing/bot.ts'
import { type Display, startDisplay } from '../support/engine/display.ts'
import { type EnginePlatform, type Playing, startEnginePlatform } from '../support/engine/platform.ts'
import type { Place } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'

let platform: EnginePlatform
let place: Place
let people: [anna: Person, ben: Person]
let screens: [anna: Display, ben: Display]
let anna: Playing
let ben: Playing

/** The engine takes names of at most 19 characters. */
const longName = 'Benjamin_the_builder_'

beforeAll(async () => {
  ;[platform, ...screens] = await Promise.all([startEnginePlatform(), startDisplay(), startDisplay()])
  const { baseUrl } = platform.product
  people = [await register(baseUrl, 'Anna'), await register(baseUrl, longName)]
  place = await platform.startPlace('A place')
  anna = await platform.play(people[0], place, screens[0])
  ben = await platform.play(people[1], place, screens[1])
})
afterAll(async () => {
  await Promise.all([anna, ben].map((client) => client.kill()))
  await platform.stop()
  await Promise.all(screens.map((screen) => screen.stop()))
})

/** Says a text again until the server has logged a line: a slow client opens its chat too late for the keys. */
const sayUntil = (screen: Display, text: string, logged: string) =>
  vi.waitFor(async () => {
    await screen.say(text)
    await platform.untilLogged(place, logged, 5_000)
  })

const magenta = (red: number, green: number, blue: number) => red > 100 && blue > 100 && green < 40
const cyan = (red: number, green: number, blue: number) => green > 100 && blue > 100 && red < 40

test('two players enter the game, and each sees the figure of the other', async () => {
  expect((await platform.playersOf(place)).toSorted()).toEqual(['Anna', longName])
  await expect.poll(() => screens[0].shareOf(cyan)).toBeGreaterThan(0.01)
  await expect.poll(() => screens[1].shareOf(magenta)).toBeGreaterThan(0.01)
})

test('chat shows the username, and only words that the platform allows', async () => {
  await sayUntil(screens[0], 'Hello Ben', 'CHAT: <Anna> Hello Ben')
  await sayUntil(screens[1], 'darn', `CHAT: <${longName}> ####`)
})

test('a player whom a moderator bans is removed with the reason', async () => {
  const ban = { username: longName, type: 'Ban', reason: 'Rude', days: '1' }
  expect((await platform.maker.post('/admin/moderation?/moderate', ban)).status).toBe(200)
  await ben.ended
  expect(ben.output()).toContain('A moderator has restricted your account.')
  await expect.poll(() => platform.playersOf(place)).toEqual(['Anna'])
})

test('a player who joins again replaces the connection that is still open', async () => {
  const earlier = anna
  anna = await platform.play(people[0], place, screens[1])
  await earlier.ended
  expect(earlier.output()).toContain('You have joined this game again.')
  expect(await platform.playersOf(place)).toEqual(['Anna'])
})

test('a player who closes the window frees the seat at once, and the world outlasts a restart', async () => {
  await sayUntil(screens[1], '/mark', 'test marked')
  await anna.leave()
  const left = performance.now()
  await expect.poll(() => platform.playersOf(place), { interval: 100 }).toEqual([])
  // Without `/game/left`, the seat stays taken for 35 seconds.
  expect(performance.now() - left).toBeLessThan(20_000)
  expect((await platform.maker.post(`${place.path}?/close`)).status).toBe(204)
  await platform.startServer(place)
  await platform.untilLogged(place, 'test mark: test:mark')
})

test('players read a warning of the operator, and so does a player who comes later', async () => {
  const enter = async (person: Person) => joinAsBot(await platform.admit(person, place))
  const player = await enter(people[0])
  const banner = { text: 'Maintenance at 20:00', tone: 'Warning' }
  expect((await platform.maker.post('/admin/banners?/create', banner)).status).toBe(200)
  await expect.poll(() => player.chat).toContain('*** Maintenance at 20:00')
  const later = await enter(platform.maker)
  await expect.poll(() => later.chat).toContain('*** Maintenance at 20:00')
  player.leave()
  later.leave()
})

test('players read that their server closes, before it does', async () => {
  const player = await joinAsBot(await platform.admit(platform.maker, place))
  expect((await platform.maker.post(`${place.path}?/close`)).status).toBe(204)
  await player.ended
  expect(player.chat.join('\n')).toContain('This game closes in')
})
