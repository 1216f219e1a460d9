import { loadAppearance } from '@baseplate/e2e/client/appearance.ts'
import { runScript } from '@baseplate/e2e/client/lua.ts'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import { setColours } from '@baseplate/platform/avatars/dress'
import { assetSubject, renderPriority } from '@baseplate/platform/rendering/rules'
import { registerPerson } from '@baseplate/platform/testing/people'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { startClientApi } from '../testing/client-api.ts'
import { body, completed, head, key, startWithRenderer } from '../testing/renderer.ts'

const colourAt = async (response: Response) => {
  const { channels } = await sharp(await response.arrayBuffer()).stats()
  return channels.slice(0, 3).map(({ mean }) => mean)
}

test('requests the pictures of a new user, and serves them once the renderer has sent them', async () => {
  const { ask, platform, nextRequest, send, baseUrl } = await startWithRenderer()
  await registerPerson(platform, 'Anna')
  const { id, headers, script } = await nextRequest()
  expect(id).toMatch(/^[a-z0-9]{24}$/)
  expect(headers).toMatchObject({ 'content-type': 'text/plain', authorization: `Bearer ${key}` })
  expect(script).toContain(`"${baseUrl}/asset/characterfetch/Anna"`)
  expect(await send(id, 'Rendering')).toEqual([200, 'OK'])
  const waiting = ask('/api/avatar/anna-body?wait')
  expect(await send(id.toUpperCase(), completed)).toEqual([200, 'OK'])
  expect(await colourAt(await waiting)).toEqual([0x20, 0x40, 0x60])
  expect(await colourAt(await ask('/api/avatar/anna'))).toEqual([0xf0, 0xc0, 0x20])
  expect(await send(id, completed), 'a second time').toEqual([404, 'Render not found'])
})

/** Runs a script as the classic client does, with these pictures as its thumbnails. */
async function runAsClient(script: string, pictures: string[]) {
  const client = await runScript(script, { pictures })
  onTestFinished(() => client.close())
  const effects = client.effects()
  expect(effects.filter(({ kind }) => kind === 'error')).toEqual([])
  /** Returns the first value of each call of a method, or of each assignment to a property. */
  const valuesOf = (target: string, name: string) =>
    effects
      .filter((effect) => effect.target === target && effect.name === name)
      .map(({ values }) => values[0])
  /** The calls that pictures depend on, in their order. */
  const order = effects
    .map(({ target, name }) => `${target}.${name}`)
    .filter((effect) => /LoadCharacter|Click|Camera.Parent/.test(effect))
  return { returned: String(client.returned), valuesOf, order }
}

test('sends a script that draws the user in a client, and accepts what the script returns', async () => {
  const { ask, platform, nextRequest, send, baseUrl } = await startWithRenderer()
  const anna = await registerPerson(platform, 'Anna')
  const colours = { head: '1', torso: '23', leftArm: '24', rightArm: '24', leftLeg: '119', rightLeg: '119' }
  await nextRequest()
  await setColours(platform, anna, colours)
  const { id, script } = await nextRequest()

  const { returned, valuesOf, order } = await runAsClient(script, [body, head])
  expect(order).toEqual([
    'Player.LoadCharacter',
    'ThumbnailGenerator.Click',
    'Camera.Parent',
    'ThumbnailGenerator.Click',
  ])
  expect(valuesOf('ContentProvider', 'SetBaseUrl')).toEqual([`${baseUrl}/`])
  expect(valuesOf('ScriptContext', 'ScriptsDisabled')).toEqual([true])
  const appearance = await loadAppearance(String(valuesOf('Player', 'CharacterAppearance')[0]))
  expect(appearance.colours).toMatchObject({ HeadColor: 1, TorsoColor: 23, LeftLegColor: 119 })
  // The camera is in front of the face, which is at a height of 4.5 and looks along the negative z axis.
  expect(valuesOf('Camera', 'CoordinateFrame')).toEqual([
    { is: 'CFrame(Vector3(0.9, 5, -3.4), Vector3(0, 4.5, 0))' },
  ])
  expect(valuesOf('Camera', 'Name')).toEqual(['ThumbnailCamera'])
  expect(valuesOf('Camera', 'Parent')).toEqual([{ is: 'Model' }])

  expect(await send(id, returned)).toEqual([200, 'OK'])
  expect(await colourAt(await ask('/api/avatar/anna-body'))).toEqual([0x20, 0x40, 0x60])
  expect(await colourAt(await ask('/api/avatar/anna'))).toEqual([0xf0, 0xc0, 0x20])
})

test('sends a script that draws an asset on a plain character', async () => {
  const { ask, platform, nextRequest, send } = await startWithRenderer()
  const maker = { ...(await registerPerson(platform, 'Maker')), permissionLevel: 3 }
  await nextRequest()
  const file = [Buffer.from('a hat')]
  const asset = await storeAsset(platform, maker, { type: 8, name: 'Hat' }, file)
  await platform.renders.requestNow(assetSubject(asset.id), renderPriority.thumbnail)
  const { id, script } = await nextRequest()
  const { returned, valuesOf, order } = await runAsClient(script, [body])
  expect(order).toEqual(['Player.LoadCharacter', 'ThumbnailGenerator.Click'])
  const appearance = await loadAppearance(String(valuesOf('Player', 'CharacterAppearance')[0]))
  expect(appearance.colours).toMatchObject({ HeadColor: 1, TorsoColor: 1 })
  expect(appearance.assets.map(String)).toEqual(['a hat'])
  expect(await send(id, returned)).toEqual([200, 'OK'])
  expect(await colourAt(await ask(`/asset/thumbnail/${asset.id}`))).toEqual([0x20, 0x40, 0x60])
})

test('refuses results that are unauthorized, malformed or too large, and keeps waiting', async () => {
  const { platform, nextRequest, send, renders } = await startWithRenderer()
  await registerPerson(platform, 'Anna')
  const { id } = await nextRequest()
  for (const wrong of ['', 'Bearer', `Bearer ${key}x`, `bearer ${key}`, key]) {
    expect((await send(id, completed, wrong))[0]).toBe(401)
  }
  expect(await send('nobody0asked0for0this000', completed)).toEqual([404, 'Render not found'])
  expect(await send(id, '')).toEqual([400, 'Invalid Request'])
  expect(await send(id, 'Done')).toEqual([400, 'Invalid Request'])
  expect((await send(id, `Completed\n${body}`))[0], 'one picture of two').toBe(400)
  expect((await send(id, `Completed\n${body.slice(0, -400)}\n${head}`))[0], 'cut off').toBe(400)
  expect((await send(id, `Completed\n${body}\n<svg/>`))[0]).toBe(400)
  expect((await send(id, `Completed\n${'A'.repeat(8_000_000)}`))[0]).toBe(413)
  expect(await renders()).toMatchObject([{ state: 'drawing', attempts: 1 }])
  expect((await send(id, completed))[0]).toBe(200)
})

test('refuses pictures of an appearance that has changed meanwhile', async () => {
  const { platform, nextRequest, send } = await startWithRenderer()
  const anna = await registerPerson(platform, 'Anna')
  const { id: first } = await nextRequest()
  await platform.renders.request(platform.db, `user:${anna.id}`, renderPriority.newAppearance)
  platform.renders.wake()
  const { id: second } = await nextRequest()
  expect(await send(first, completed)).toEqual([404, 'Render not found'])
  expect(await send(second, completed)).toEqual([200, 'OK'])
})

test('refuses results when no external renderer is configured', async () => {
  const { ask } = await startClientApi()
  const headers = { authorization: 'Bearer ' }
  const response = await ask('/api/render/update/x', { method: 'POST', headers, body: completed })
  expect(response.status).toBe(404)
})
