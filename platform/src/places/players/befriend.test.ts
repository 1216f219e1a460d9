import { describe, expect, test } from 'vitest'
import { findRelation } from '../../social/door.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { startGame } from '../../testing/served-game.ts'
import { befriendPlayers } from './befriend.ts'

/** Anna and Ben play in the server of a game. */
async function start(kind: (typeof databases)[number]) {
  const game = await startGame(kind)
  const ben = await registerPerson(game.platform, 'Ben')
  const [annasGame, bensGame] = [await game.join(game.anna), await game.join(ben)]
  const server = { placeId: game.place.id, ticket: game.place.ticket }
  const befriend = (from: number, to: number) => befriendPlayers(game.platform, server, [from, to])
  const relation = () => findRelation(game.platform.db, game.anna.id, ben.id)
  return { ...game, annasGame, bensGame, befriend, relation }
}

describe.each(databases)('friend requests of game servers on %s', (kind) => {
  test('a request of one verified player reaches the other', async () => {
    const { verify, annasGame, bensGame, befriend, relation } = await start(kind)
    await Promise.all([verify(annasGame), verify(bensGame)])
    await befriend(annasGame.number, bensGame.number)
    expect(await relation()).toMatchObject({ friends: false, outgoingRequest: true })
  })

  test('a game cannot make players friends, even if it sends both requests at once', async () => {
    const { verify, annasGame, bensGame, befriend, relation } = await start(kind)
    await Promise.all([verify(annasGame), verify(bensGame)])
    const [a, b] = [annasGame.number, bensGame.number]
    await Promise.all([befriend(a, b), befriend(b, a), befriend(a, b), befriend(b, a)])
    expect(await relation()).toMatchObject({ friends: false })
  })

  test('nothing changes for a player who is not verified in the server, or has left it', async () => {
    const { platform, verify, annasGame, bensGame, befriend, relation } = await start(kind)
    const none = { friends: false, outgoingRequest: false, incomingRequest: false }
    await verify(annasGame)
    await befriend(annasGame.number, bensGame.number)
    await befriend(bensGame.number, annasGame.number)
    expect(await relation()).toMatchObject(none)
    await verify(bensGame)
    await platform.db
      .updateTable('playing_records')
      .set({ ended: platform.now(), end_reason: 'left' })
      .where('ticket', '=', bensGame.ticket)
      .execute()
    await befriend(annasGame.number, bensGame.number)
    expect(await relation()).toMatchObject(none)
  })

  test('a player sends no request to themselves', async () => {
    const { verify, annasGame, befriend } = await start(kind)
    await verify(annasGame)
    await expect(befriend(annasGame.number, annasGame.number)).rejects.toMatchObject({ reason: 'invalid' })
  })
})
