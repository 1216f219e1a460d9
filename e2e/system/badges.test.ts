import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { join } from '../client/client.ts'
import { hasLua, startCoinGame } from '../support/coin-game.ts'
import { json, makePlace, publicKeyOf, setNetwork } from '../support/game.ts'
import { register } from '../support/person.ts'
import { startProduct } from '../support/product.ts'

async function startAwarding() {
  const folder = await mkdtemp(joinPath(tmpdir(), 'baseplate-badges-'))
  const config = joinPath(folder, 'config.ts')
  await writeFile(config, `export default { Renderer: { Workers: 0 }, Players: { Verify: 'report' } }\n`)
  const product = await startProduct({ BASEPLATE_CONFIG: config })
  onTestFinished(async () => {
    await product.kill()
    await rm(folder, { recursive: true })
  })
  const maker = await register(product.baseUrl, 'Maker')
  const place = await makePlace(maker, 'Town')
  await setNetwork({ maker, place }, { serverAddress: 'play.example.org', serverPort: '2000' })
  const set = await maker.post(`${place.path}/settings?/services`, { enabled: 'true' })
  expect(set.status).toBe(200)
  return { product, maker, place }
}

test.skipIf(!hasLua)('a player wins the badge of the example game with ten coins, once', async () => {
  const { product, maker, place } = await startAwarding()
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'gold' } })
    .png()
    .toBuffer()
  const icon = new Blob([new Uint8Array(png)])
  const created = await maker.upload(`${place.path}/badges?/create`, 'icon', icon, {}, { name: 'Ten coins' })
  const badge = Number(created.headers.get('location')?.split('/').at(-1))
  const anna = await register(product.baseUrl, 'Anna')
  const { ticket } = await json<{ ticket: string }>(await anna.post(`${place.path}?/join`))
  const playing = await join(product.baseUrl, { publicKey: await publicKeyOf(product) }, ticket)
  const session = /[?&]session=(\w+)/.exec(playing.appearanceUrl)?.[1]
  const game = startCoinGame(product.baseUrl, place.serverTicket, badge)
  onTestFinished(game.kill)
  game.send(`join ${playing.userId} ${playing.username} ${session}`)
  await game.said('loaded')
  for (let coin = 0; coin < 12; coin++) game.send(`coin ${playing.userId}`)
  await game.said('saved', 12)
  expect(await game.said('awarded')).toEqual([String(playing.userId), String(badge)])
  expect(game.count('awarded')).toBe(1)
  const { badges } = await json<{ badges: { name: string }[] }>(await maker.get('/user/Anna'))
  expect(badges).toMatchObject([{ name: 'Ten coins', place: { name: 'Town' } }])
  const seen = await json<{ badge: object }>(await anna.get(`${place.path}/badges/${badge}`))
  expect(seen.badge).toMatchObject({ awarded: 1, awardedYesterday: 0, won: expect.any(Number) })
})
