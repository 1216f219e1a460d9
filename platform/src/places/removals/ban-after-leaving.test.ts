import { day, second } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { databases } from '../../testing/platforms.ts'
import { startGame } from '../../testing/served-game.ts'
import { leaveGame } from '../players/leave.ts'
import { updateServices } from '../services.ts'
import { sweepPlayingRecords } from '../sessions/sweep.ts'
import { removeByServer } from './remove-by-server.ts'

test.each(databases)(
  'a game with services on %s bans a player whom it verified, days after the player left',
  async (kind) => {
    const { platform, maker, anna, place, join, verify } = await startGame(kind)
    await updateServices(platform, maker, { id: place.id, enabled: 'on' })
    const player = await join(anna)
    await verify(player)
    await leaveGame(platform, place.ticket, player.number)
    platform.pass(3 * day)
    await sweepPlayingRecords(platform, platform.now() - second)
    const body = { number: player.number, reason: 'Rude', days: 2 }
    await expect(
      removeByServer(platform, { placeId: place.id }, { ...body, days: undefined }),
    ).rejects.toMatchObject({
      reason: 'conflict',
    })
    expect(await removeByServer(platform, { placeId: place.id }, body)).toEqual({ username: 'Anna' })
    await expect(join(anna)).rejects.toMatchObject({ message: 'You are banned from this game: Rude' })
    platform.pass(2 * day)
    await join(anna)
  },
)
