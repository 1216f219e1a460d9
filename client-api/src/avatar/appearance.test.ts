import { registerPerson } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { startClientApi } from '../testing/client-api.ts'

async function start(config = {}) {
  const api = await startClientApi(config)
  const user = await registerPerson(api.platform, 'Some_Body')
  const wear = (...assetIds: number[]) =>
    api.platform.db
      .insertInto('worn_items')
      .values(assetIds.map((asset_id) => ({ user_id: user.id, asset_id })))
      .execute()
  return { ...api, user, wear }
}

const document = (root: string, [head, leftArm, leftLeg, rightArm, rightLeg, torso]: number[]) =>
  `<${root} version="4">
  <Item class="BodyColors" referent="RBX0">
    <Properties>
      <int name="HeadColor">${head}</int>
      <int name="LeftArmColor">${leftArm}</int>
      <int name="LeftLegColor">${leftLeg}</int>
      <int name="RightArmColor">${rightArm}</int>
      <int name="RightLegColor">${rightLeg}</int>
      <int name="TorsoColor">${torso}</int>
    </Properties>
  </Item>
</${root}>
`

test('lists the body colours first, then each worn asset', async () => {
  const { ask, baseUrl, wear } = await start()
  const bare = await ask('/asset/characterfetch/Some_Body')
  expect([bare.status, await bare.text()]).toEqual([200, `${baseUrl}/asset/bodycolours/Some_Body?`])
  expect(bare.headers.get('content-type')).toBe('text/plain')
  expect(bare.headers.get('cache-control')).toBe('no-cache')
  expect(bare.headers.get('pragma')).toBe('no-cache')
  await wear(100_000_001, 100_000_002)
  for (const path of ['/asset/characterfetch/some_body', '/Asset/CharacterFetch/SOME_BODY']) {
    expect(await (await ask(path)).text()).toBe(
      `${baseUrl}/asset/bodycolours/Some_Body?;${baseUrl}/asset?id=100000001;${baseUrl}/asset?id=100000002`,
    )
  }
})

test('serves the first address of the list as written', async () => {
  const { ask, baseUrl } = await start()
  const [first = ''] = (await (await ask('/asset/characterfetch/Some_Body')).text()).split(';')
  expect(first.startsWith(baseUrl)).toBe(true)
  expect((await fetch(first)).status).toBe(200)
})

test('serves the default body colours until the user chooses others', async () => {
  const { ask, platform, user } = await start()
  const plain = await ask('/asset/bodycolours/sOME_bODY')
  expect([plain.status, await plain.text()]).toEqual([200, document('roblox', [24, 24, 119, 24, 119, 23])])
  expect(plain.headers.get('content-type')).toBe('text/plain')
  expect(plain.headers.get('cache-control')).toBe('no-cache')
  await platform.db
    .insertInto('body_colours')
    .values({ user_id: user.id, head: 1, torso: 2, left_arm: 3, right_arm: 4, left_leg: 5, right_leg: 6 })
    .execute()
  const chosen = await ask('/asset/bodycolours/Some_Body?anything=1')
  expect(await chosen.text()).toBe(document('roblox', [1, 3, 5, 4, 6, 2]))
})

test('names the root element as configured', async () => {
  const { ask } = await start({ Client: { DocumentRoot: 'baseplate' } })
  expect(await (await ask('/asset/bodycolours/Some_Body')).text()).toBe(
    document('baseplate', [24, 24, 119, 24, 119, 23]),
  )
  expect(await (await ask('/api/render/character')).text()).toMatch(/^<baseplate [\s\S]*<\/baseplate>\n$/)
})

test.each(['/asset/characterfetch/', '/asset/bodycolours/'])(
  'refuses %s of an unknown user',
  async (path) => {
    const { ask } = await start()
    for (const name of ['nobody', 'ab', 'Some_Body2', '%2e%2e%2f', 'x%2fy', '%ff', '%00', 'Some_Body%20']) {
      const response = await ask(path + name)
      expect([name, response.status, await response.text()]).toEqual([name, 404, 'User not found'])
      expect(response.headers.get('content-type')).toBe('text/plain')
    }
    expect((await ask(path)).status).toBe(404)
  },
)

test.each(['characterfetch', 'bodycolours'])(
  'responds to every spelling of /asset/%s alike, and to HEAD without a body',
  async (name) => {
    const { ask, wear } = await start()
    await wear(100_000_001)
    const answer = async (path: string, method = 'GET') => {
      const response = await ask(path, { method })
      const { date: _date, ...headers } = Object.fromEntries(response.headers)
      return { status: response.status, headers, text: await response.text() }
    }
    const usual = await answer(`/asset/${name}/Some_Body`)
    for (const path of [`/Asset/${name.toUpperCase()}/Some%5FBody`, `/asset/${name}/Some_Body?version=2`]) {
      expect(await answer(path)).toEqual(usual)
    }
    expect(await answer(`/asset/${name}/Some_Body`, 'HEAD')).toMatchObject({ status: 200, text: '' })
  },
)

test('serves a character of a single colour, on which assets are rendered', async () => {
  const { ask } = await start()
  const response = await ask('/API/Render/Character')
  expect([response.status, await response.text()]).toEqual([200, document('roblox', [1, 1, 1, 1, 1, 1])])
  expect(response.headers.get('content-type')).toBe('text/plain')
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('lists an asset to render on that character', async () => {
  const { ask, baseUrl } = await start()
  const response = await ask('/api/render/characterasset?id=123456789')
  expect([response.status, await response.text()]).toEqual([
    200,
    `${baseUrl}/api/render/character;${baseUrl}/asset?id=123456789`,
  ])
  expect(response.headers.get('content-type')).toBe('text/plain')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  for (const query of ['', '?id=', '?id=x', '?id=1;2', '?id=-1', '?id=1.5', '?id=1%0d%0aX:%20y']) {
    const refused = await ask(`/api/render/characterasset${query}`)
    expect([query, refused.status, await refused.text()]).toEqual([query, 400, 'Invalid Request'])
  }
})
