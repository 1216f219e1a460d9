import { rerenderAvatar } from '@baseplate/platform/avatars/rerender'
import { createExternalRenderer } from '@baseplate/platform/drawing/external'
import { retryDelayMs } from '@baseplate/platform/rendering/rules'
import { registerPerson } from '@baseplate/platform/testing/people'
import { expect, test, vi } from 'vitest'
import { completed, startWithRenderer } from '../testing/renderer.ts'

test('retries during a long outage of the renderer', async () => {
  const { platform, nextRequest, respondWith, send, renders } = await startWithRenderer()
  respondWith((response) => void response.writeHead(503).end())
  await registerPerson(platform, 'Anna')
  const { id } = await nextRequest()
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
    respondWith((response) => void (next === 0 ? response.destroy() : response.writeHead(next).end()))
    platform.pass(retryDelayMs(index + 1))
    platform.renders.wake()
    expect((await nextRequest()).id).toBe(id)
  }
  expect(await send(id, completed)).toEqual([200, 'OK'])
  expect(await renders()).toMatchObject([{ state: 'done', reason: null }])
})

test('fails a render that the renderer refuses, but still accepts a late picture', async () => {
  const { platform, nextRequest, respondWith, send, renders } = await startWithRenderer()
  respondWith((response) => void response.writeHead(422).end())
  await registerPerson(platform, 'Anna')
  const { id } = await nextRequest()
  await vi.waitFor(async () =>
    expect(await renders()).toMatchObject([
      { state: 'failed', attempts: 1, reason: 'The renderer answered 422' },
    ]),
  )
  expect(await send(id, completed)).toEqual([200, 'OK'])
  expect(await renders()).toMatchObject([{ state: 'done', reason: null }])
})

test('retries when the renderer accepts a request and sends nothing', async () => {
  const { platform, nextRequest, send, renders } = await startWithRenderer()
  await registerPerson(platform, 'Anna')
  const { id } = await nextRequest()
  for (let attempt = 1; attempt <= 6; attempt++) {
    platform.pass(60_000)
    platform.renders.wake()
    await vi.waitFor(async () =>
      expect(await renders()).toMatchObject([{ state: 'waiting', reason: 'No pictures came within 60 s' }]),
    )
    platform.pass(retryDelayMs(attempt))
    platform.renders.wake()
    expect((await nextRequest()).id).toBe(id)
  }
  expect(await send(id, 'Failed\nThe hat has no mesh')).toEqual([200, 'OK'])
  expect(await renders()).toMatchObject([{ state: 'failed', reason: 'The hat has no mesh' }])
})

test('reports to an administrator when the renderer refuses a request', async () => {
  const { platform, nextRequest, respondWith } = await startWithRenderer()
  const founder = await registerPerson(platform, 'Founder')
  await nextRequest()
  const { avatar } = await rerenderAvatar(platform, founder, { username: 'Founder' })
  expect(avatar).toMatch(/^\/api\/avatar\/Founder\?/)
  await nextRequest()
  respondWith((response) => void response.destroy())
  await expect(rerenderAvatar(platform, founder, { username: 'Founder' })).rejects.toMatchObject({
    reason: 'failed',
    message: 'Failed to request render',
  })
})

test('stops waiting for a renderer that does not respond', async () => {
  const { platform, renders, nextRequest, respondWith } = await startWithRenderer()
  await registerPerson(platform, 'Anna')
  await nextRequest()
  const [render] = await renders()
  if (!render) throw new Error('no render was requested')
  respondWith(() => {})
  const impatient = createExternalRenderer(platform, 100)
  await expect(impatient.carryOut(render)).rejects.toThrow(
    'The renderer could not be asked: no response within 0.1 s',
  )
})
