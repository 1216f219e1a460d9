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
/** A game whose engine has stopped, with its port open. */
let hanging: { place: Place; pid: number }

beforeAll(async () => {
  ;[platform, screen] = await Promise.all([startEnginePlatform(), startDisplay()])
  person = await register(platform.product.baseUrl, 'Anna')
  place = await platform.startPlace('A place')
  const hangs = await platform.startPlace('It hangs')
  hanging = { place: hangs, pid: await platform.processOf(hangs) }
  process.kill(hanging.pid, 'SIGSTOP')
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
  const late = await platform.play(other, place, screen)
  expect(player.output()).not.toContain('Access denied')
  await Promise.all([late.leave(), player.leave()])
})

test('the site sees that an engine was killed', async () => {
  process.kill(await platform.processOf(place), 'SIGKILL')
  await expect.poll(() => platform.stateOf(place), { timeout: 10_000 }).toBe('failed')
})

test('an engine that hangs with its port open is ended', async () => {
  await expect.poll(() => platform.stateOf(hanging.place)).toBe('failed')
  expect(() => process.kill(hanging.pid, 0)).toThrow('ESRCH')
})
