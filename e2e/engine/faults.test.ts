import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Display, startDisplay } from '../support/engine/display.ts'
import {
  type Admission,
  type EnginePlatform,
  type Playing,
  startEnginePlatform,
} from '../support/engine/platform.ts'
import { startClient } from '../support/engine/player.ts'
import type { Place } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'

let platform: EnginePlatform
let screen: Display
let place: Place
let person: Person

beforeAll(async () => {
  ;[platform, screen] = await Promise.all([startEnginePlatform(), startDisplay()])
  person = await register(platform.product.baseUrl, 'Anna')
  place = await platform.startPlace('A place')
})
afterAll(async () => {
  await platform.stop()
  await screen.stop()
})

/** Returns what a client prints whom the server does not let in. */
async function refusalOf(connection: Admission, changes: Partial<Admission> = {}): Promise<string> {
  const client = await startClient(screen, { ...connection, ...changes })
  await client.ended
  return client.output()
}

test('the site sees that an engine was killed, and ends one that hangs with its port open', async () => {
  const [killed, hangs] = [await platform.startPlace('Killed'), await platform.startPlace('Hangs')]
  const [pid, hanging] = [await platform.processOf(killed), await platform.processOf(hangs)]
  process.kill(hanging, 'SIGSTOP')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => platform.stateOf(killed), { timeout: 10_000 }).toBe('failed')
  await expect.poll(() => platform.stateOf(hangs)).toBe('failed')
  expect(() => process.kill(hanging, 0)).toThrow('ESRCH')
})

test('nobody enters by a foreign name, another letter case or a wrong key', async () => {
  const admission = await platform.admit(person, place)
  const play = `Open the page of this game at ${platform.product.baseUrl} and press Play to join it.`
  const [foreign, upper, wrong] = await Promise.all([
    refusalOf(admission, { name: 'u1' }),
    refusalOf(admission, { name: admission.name.toUpperCase() }),
    refusalOf(admission, { password: 'x'.repeat(64) }),
  ])
  expect(foreign).toContain(play)
  expect(upper).toContain(play)
  expect(wrong).toContain('Invalid password')
})

test('a key works for one connection', async () => {
  const player = await platform.play(person, place, screen)
  await player.leave()
  await expect.poll(() => platform.playersOf(place)).toEqual([])
  expect(await refusalOf(player)).toContain('press Play to join it.')
})

test('while the site is away, players stay and nobody enters', async () => {
  const other = await register(platform.product.baseUrl, 'Ben')
  const player: Playing = await platform.play(person, place, screen)
  const admission = await platform.admit(other, place)
  platform.network.cut()
  try {
    await expect
      .poll(() => refusalOf(admission))
      .toContain('The platform cannot be reached at the moment. Press Play again in a minute.')
  } finally {
    platform.network.mend()
  }
  await expect.poll(() => platform.playersOf(place)).toContain('Anna')
  const late = await startClient(screen, admission)
  await platform.untilLogged(place, 'test joined: Ben as')
  expect(player.output()).not.toContain('Access denied')
  await Promise.all([late.leave(), player.leave()])
})
