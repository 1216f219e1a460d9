import { mkdir, writeFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { join } from '../client/client.ts'
import { embedded } from '../support/databases.ts'
import { startGame } from '../support/game.ts'

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
  const game = await startGame('SQLite')
  const { baseUrl, dataDirectory } = game.product
  onTestFinished(async () => expect(await game.stop()).toEqual({ code: 0, leaked: [] }))
  const hat = '<roblox><url>http://www.roblox.com/asset/?id=1029</url></roblox>'
  const mesh = Buffer.from('version 1.00\n1\n[0,1,0] http://www.roblox.com/asset/?id=1')
  await mkdir(joinPath(dataDirectory, 'privileged'), { recursive: true })
  await writeFile(joinPath(dataDirectory, 'privileged', '1028'), hat)
  await writeFile(joinPath(dataDirectory, 'privileged', '1029'), mesh)

  const client = await join(baseUrl, game.build, await game.ticketOf(game.player))
  expect((await client.appearance()).assets).toEqual([])
  // There is no page for wearing items yet.
  const database = new DatabaseSync(joinPath(dataDirectory, 'baseplate.sqlite'))
  database.exec(`
    insert into worn_items select id, 1029 from users where username = 'Player_2';
    insert into worn_items select id, 1028 from users where username = 'Player_2';
    insert into body_colours select id, 1, 2, 3, 4, 5, 6 from users where username = 'Player_2';
  `)
  database.close()

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
