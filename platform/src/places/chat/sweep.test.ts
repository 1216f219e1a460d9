import { day, second } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { databases } from '../../testing/platforms.ts'
import { startGame } from '../../testing/served-game.ts'
import { listChat } from './queries.ts'
import { storeChat } from './store.ts'
import { sweepChat } from './sweep.ts'

test.each(databases)('chat on %s is kept for seven days', async (kind) => {
  const { platform, anna, place, join, verify } = await startGame(kind)
  platform.config.Players.KeepChat = true
  const player = await join(anna)
  await verify(player)
  const said = platform.now()
  const say = (text: string) =>
    storeChat(platform, { placeId: place.id, ticket: place.ticket }, [
      { number: player.number, text, at: platform.now() },
    ])
  const kept = async () =>
    (await listChat(platform.db, { placeId: place.id, run: null, at: said })).map(({ text }) => text)
  expect(await say('first')).toEqual({ kept: 1 })
  platform.pass(second)
  await say('second')
  platform.pass(7 * day - second)
  await sweepChat(platform)
  expect(await kept()).toEqual(['first', 'second'])
  platform.pass(1)
  await sweepChat(platform)
  expect(await kept()).toEqual(['second'])
  platform.pass(second)
  await sweepChat(platform)
  expect(await kept()).toEqual([])
})
