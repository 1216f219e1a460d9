import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { join } from '../client/client.ts'
import { anyDatabase, embedded } from '../support/databases.ts'
import { startGame } from '../support/game.ts'
import { withDatabase } from '../support/stock.ts'
import { withFiles } from '../support/stored.ts'

const classicColours = {
  HeadColor: 24,
  LeftArmColor: 24,
  LeftLegColor: 119,
  RightArmColor: 24,
  RightLegColor: 119,
  TorsoColor: 23,
}

test.each(embedded)('a client that joined loads the player’s character, on %s', async (kind) => {
  const game = await startGame(kind)
  onTestFinished(async () => expect(await game.stop()).toEqual({ code: 0, leaked: [] }))
  const client = await join(game.product.baseUrl, game.build, await game.ticketOf(game.player))
  expect(await client.appearance()).toEqual({ colours: classicColours, assets: [] })
})

test('includes the worn items in order, with references to this platform', async () => {
  const game = await startGame(anyDatabase)
  const { baseUrl } = game.product
  onTestFinished(async () => expect(await game.stop()).toEqual({ code: 0, leaked: [] }))
  const hat = '<roblox><url>http://www.roblox.com/asset/?id=1029</url></roblox>'
  const mesh = Buffer.from('version 1.00\n1\n[0,1,0] http://www.roblox.com/asset/?id=1')
  await withFiles(game.product, async (files) => {
    await files.write('privileged/1028', [Buffer.from(hat)], hat.length)
    await files.write('privileged/1029', [mesh], mesh.length)
  })

  const client = await join(baseUrl, game.build, await game.ticketOf(game.player))
  expect((await client.appearance()).assets).toEqual([])
  // The pages offer only items of the catalog, and these are files of the operator.
  await withDatabase(game.product, async (db) => {
    const player = sql`from users where username = 'Player_2'`
    await sql`insert into worn_items select id, 1029 ${player}`.execute(db)
    await sql`insert into worn_items select id, 1028 ${player}`.execute(db)
    await sql`insert into body_colours select id, 1, 2, 3, 4, 5, 6 ${player}`.execute(db)
  })

  const { colours, assets } = await client.appearance()
  expect(assets.map(String)).toEqual([
    hat.replace('http://www.roblox.com/asset/', `${baseUrl}/asset/`),
    mesh.toString(),
  ])
  expect(colours).toEqual({
    HeadColor: 1,
    TorsoColor: 2,
    LeftArmColor: 3,
    RightArmColor: 4,
    LeftLegColor: 5,
    RightLegColor: 6,
  })
})
