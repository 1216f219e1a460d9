import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { loadAppearance } from '@baseplate/e2e/client/appearance.ts'
import { runScript } from '@baseplate/e2e/client/lua.ts'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import { setColours } from '@baseplate/platform/avatars/dress'
import { rerenderAvatar } from '@baseplate/platform/avatars/rerender'
import { createExternalRenderer } from '@baseplate/platform/rendering/external'
import { assetSubject, renderPriority, retryDelayMs } from '@baseplate/platform/rendering/rules'
import { registerPerson } from '@baseplate/platform/testing/people'
import { startWebServer } from '@baseplate/platform/testing/web-server'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startClientApi } from '../testing/client-api.ts'

const key = 'a key of twenty-four letters'

const pictureOf = async (background: string) =>
  (
    await sharp({ create: { width: 352, height: 352, channels: 4, background } })
      .png()
      .toBuffer()
  ).toString('base64')
const [body, head] = await Promise.all([pictureOf('#204060'), pictureOf('#f0c020')])
const completed = `Completed\n${body}\n${head}`

interface Asked {
  id: string
  headers: IncomingMessage['headers']
  script: string
}

/** A renderer that speaks the protocol, and answers requests as a test says; and a platform that has it. */
async function start() {
  const asked: Asked[] = []
  let answer = (response: ServerResponse) => void response.end()
  const renderer = await startWebServer(async (request, response) => {
    const script = await text(request)
    asked.push({ id: request.url?.slice(1) ?? '', headers: request.headers, script })
    answer(response)
  })
  const api = await startClientApi({ Renderer: { Kind: 'external', URL: `${renderer.url}/`, Key: key } })
  const { platform } = api
  const nextAsked = async (): Promise<Asked> => {
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
    return asked.shift() as Asked
  }
  const send = async (id: string, result: string, authorization = `Bearer ${key}`) => {
    const headers = { authorization, 'content-type': 'text/plain' }
    const response = await api.ask(`/api/render/update/${id}`, { method: 'POST', headers, body: result })
    return [response.status, await response.text()] as const
  }
  const renders = () => platform.db.selectFrom('renders').selectAll().orderBy('requested', 'desc').execute()
  return {
    ...api,
    asked,
    nextAsked,
    send,
    renders,
    answerWith(next: typeof answer) {
      answer = next
    },
  }
}

const colourAt = async (response: Response) => {
  const { channels } = await sharp(await response.arrayBuffer()).stats()
  return channels.slice(0, 3).map(({ mean }) => mean)
}

test('a registration is handed to the renderer, whose pictures are shown once it has sent them', async () => {
  const { ask, platform, nextAsked, send, baseUrl } = await start()
  await registerPerson(platform, 'Anna')
  const { id, headers, script } = await nextAsked()
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

/** Does with a script what the classic client does, whose thumbnails show these pictures. */
async function runAsClient(script: string, pictures: string[]) {
  const client = await runScript(script, { pictures })
  onTestFinished(() => client.close())
  const deeds = client.deeds()
  expect(deeds.filter(({ kind }) => kind === 'error')).toEqual([])
  const set = (target: string, name: string) =>
    deeds.filter((deed) => deed.target === target && deed.name === name).map(({ values }) => values[0])
  /** What was done, in its order, as far as the pictures depend on it. */
  const order = deeds
    .map(({ target, name }) => `${target}.${name}`)
    .filter((deed) => /LoadCharacter|Click|Camera.Parent/.test(deed))
  return { returned: String(client.returned), set, order }
}

test('what the script of a user does in a client is drawn, and what it returns is taken', async () => {
  const { ask, platform, nextAsked, send, baseUrl } = await start()
  const anna = await registerPerson(platform, 'Anna')
  const colours = { head: '1', torso: '23', leftArm: '24', rightArm: '24', leftLeg: '119', rightLeg: '119' }
  await nextAsked()
  await setColours(platform, anna, colours)
  const { id, script } = await nextAsked()

  const { returned, set, order } = await runAsClient(script, [body ?? '', head ?? ''])
  expect(order).toEqual([
    'Player.LoadCharacter',
    'ThumbnailGenerator.Click',
    'Camera.Parent',
    'ThumbnailGenerator.Click',
  ])
  expect(set('ContentProvider', 'SetBaseUrl')).toEqual([`${baseUrl}/`])
  expect(set('ScriptContext', 'ScriptsDisabled')).toEqual([true])
  const appearance = await loadAppearance(String(set('Player', 'CharacterAppearance')[0]))
  expect(appearance.colours).toMatchObject({ HeadColor: 1, TorsoColor: 23, LeftLegColor: 119 })
  // From before the face, which is at a height of 4.5 and looks along the negative z.
  expect(set('Camera', 'CoordinateFrame')).toEqual([
    { is: 'CFrame(Vector3(0.9, 5, -3.4), Vector3(0, 4.5, 0))' },
  ])
  expect(set('Camera', 'Name')).toEqual(['ThumbnailCamera'])
  expect(set('Camera', 'Parent')).toEqual([{ is: 'Model' }])

  expect(await send(id, returned)).toEqual([200, 'OK'])
  expect(await colourAt(await ask('/api/avatar/anna-body'))).toEqual([0x20, 0x40, 0x60])
  expect(await colourAt(await ask('/api/avatar/anna'))).toEqual([0xf0, 0xc0, 0x20])
})

test('the script of an asset shows it on a plain figure, and returns its one picture', async () => {
  const { ask, platform, nextAsked, send } = await start()
  const maker = { ...(await registerPerson(platform, 'Maker')), permissionLevel: 3 }
  await nextAsked()
  const file = [Buffer.from('a hat')]
  const asset = await storeAsset(platform, maker, { type: 8, name: 'Hat' }, file)
  await platform.renders.requestNow(assetSubject(asset.id), renderPriority.thumbnail)
  const { id, script } = await nextAsked()
  const { returned, set, order } = await runAsClient(script, [body ?? ''])
  expect(order).toEqual(['Player.LoadCharacter', 'ThumbnailGenerator.Click'])
  const appearance = await loadAppearance(String(set('Player', 'CharacterAppearance')[0]))
  expect(appearance.colours).toMatchObject({ HeadColor: 1, TorsoColor: 1 })
  expect(appearance.assets.map(String)).toEqual(['a hat'])
  expect(await send(id, returned)).toEqual([200, 'OK'])
  expect(await colourAt(await ask(`/asset/thumbnail/${asset.id}`))).toEqual([0x20, 0x40, 0x60])
})

test('what is not the renderer’s, not understood or too large is refused, and the request waits on', async () => {
  const { platform, nextAsked, send, renders } = await start()
  await registerPerson(platform, 'Anna')
  const { id } = await nextAsked()
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

test('a renderer that is away for longer than a few attempts is asked again, and draws when it is back', async () => {
  const { platform, nextAsked, answerWith, send, renders } = await start()
  answerWith((response) => void response.writeHead(503).end())
  await registerPerson(platform, 'Anna')
  const { id } = await nextAsked()
  const outages = [
    [503, 'The renderer answered 503'],
    [429, 'The renderer answered 429'],
    [500, 'The renderer answered 500'],
    [0, 'The renderer could not be asked: other side closed'],
    [502, 'The renderer answered 502'],
    [200, 'The renderer answered 502'],
  ] as const
  for (const [index, [, reason]] of outages.slice(0, -1).entries()) {
    await vi.waitFor(async () =>
      expect(await renders()).toMatchObject([{ state: 'waiting', attempts: index + 1, reason }]),
    )
    const [next] = outages[index + 1] ?? [200]
    answerWith((response) => void (next === 0 ? response.destroy() : response.writeHead(next).end()))
    platform.pass(retryDelayMs(index + 1))
    platform.renders.wake()
    expect((await nextAsked()).id).toBe(id)
  }
  expect(await send(id, completed)).toEqual([200, 'OK'])
  expect(await renders()).toMatchObject([{ state: 'done', reason: null }])
})

test('a request that the renderer refuses has failed; a late picture is better than none', async () => {
  const { platform, nextAsked, answerWith, send, renders } = await start()
  answerWith((response) => void response.writeHead(422).end())
  await registerPerson(platform, 'Anna')
  const { id } = await nextAsked()
  await vi.waitFor(async () =>
    expect(await renders()).toMatchObject([
      { state: 'failed', attempts: 1, reason: 'The renderer answered 422' },
    ]),
  )
  expect(await send(id, completed)).toEqual([200, 'OK'])
  expect(await renders()).toMatchObject([{ state: 'done', reason: null }])
})

test('a renderer that takes a request and sends nothing is asked again; why it failed is kept', async () => {
  const { platform, nextAsked, send, renders } = await start()
  await registerPerson(platform, 'Anna')
  const { id } = await nextAsked()
  for (let attempt = 1; attempt <= 6; attempt++) {
    platform.pass(60_000)
    platform.renders.wake()
    await vi.waitFor(async () =>
      expect(await renders()).toMatchObject([{ state: 'waiting', reason: 'No pictures came within 60 s' }]),
    )
    platform.pass(retryDelayMs(attempt))
    platform.renders.wake()
    expect((await nextAsked()).id).toBe(id)
  }
  expect(await send(id, 'Failed\nThe hat has no mesh')).toEqual([200, 'OK'])
  expect(await renders()).toMatchObject([{ state: 'failed', reason: 'The hat has no mesh' }])
})

test('pictures of looks that have changed meanwhile are not taken', async () => {
  const { platform, nextAsked, send } = await start()
  const anna = await registerPerson(platform, 'Anna')
  const { id: first } = await nextAsked()
  await platform.renders.request(platform.db, `user:${anna.id}`, renderPriority.newAppearance)
  platform.renders.wake()
  const { id: second } = await nextAsked()
  expect(await send(first, completed)).toEqual([404, 'Render not found'])
  expect(await send(second, completed)).toEqual([200, 'OK'])
})

test('an administrator who asks is told when the renderer does not take it', async () => {
  const { platform, nextAsked, answerWith } = await start()
  const founder = await registerPerson(platform, 'Founder')
  await nextAsked()
  const { avatar } = await rerenderAvatar(platform, founder, 'Founder')
  expect(avatar).toMatch(/^\/api\/avatar\/Founder\?/)
  await nextAsked()
  answerWith((response) => void response.destroy())
  await expect(rerenderAvatar(platform, founder, 'Founder')).rejects.toMatchObject({
    reason: 'failed',
    message: 'Failed to request render',
  })
})

test('a renderer that does not answer is not waited for', async () => {
  const { platform, renders, nextAsked, answerWith } = await start()
  await registerPerson(platform, 'Anna')
  await nextAsked()
  const [render] = await renders()
  if (!render) throw new Error('nothing was asked for')
  answerWith(() => {})
  const impatient = createExternalRenderer(platform, 100)
  await expect(impatient.carryOut(render)).rejects.toThrow(
    'The renderer could not be asked: not within 0.1 s',
  )
})

test('without an external renderer there is nobody to send pictures', async () => {
  const { ask } = await startClientApi()
  const headers = { authorization: 'Bearer ' }
  const response = await ask('/api/render/update/x', { method: 'POST', headers, body: completed })
  expect(response.status).toBe(404)
})
