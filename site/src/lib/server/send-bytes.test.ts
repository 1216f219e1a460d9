import { Refused } from '@baseplate/platform/foundation/errors'
import type { RequestEvent } from '@sveltejs/kit'
import { expect, test } from 'vitest'
import { GET as getHat } from '../../routes/character/hat/[id]/+server.ts'
import { GET as getTexture } from '../../routes/character/texture/[id]/+server.ts'
import { sendBytes } from './send-bytes.ts'

const busy = expect.objectContaining({ problem: expect.objectContaining({ code: 'files.busy' }) })

test('refuses responses beyond the bytes that are being sent, until clients have read theirs or left', async () => {
  const file = new Uint8Array(40_000_000)
  const send = () => sendBytes(file, { 'content-type': 'image/png' })
  const read = send()
  const left = send()
  expect(send).toThrow(busy)
  expect((await read.arrayBuffer()).byteLength).toBe(file.length)
  await left.body?.cancel()
  await Promise.all([send(), send()].map((response) => response.body?.cancel()))
})

test.each([
  ['hat', getHat],
  ['texture', getTexture],
] as const)('reads no %s while too many items are being read', async (_, get) => {
  const refusing = { figureItems: { run: () => Promise.reject(new Refused('files.busy')) } }
  const event = {
    params: { id: '123456789' },
    locals: { platform: refusing, actor: { permissionLevel: 1 }, address: '192.0.2.1' },
  } as unknown as RequestEvent & Parameters<typeof getHat>[0] & Parameters<typeof getTexture>[0]
  await expect(get(event)).rejects.toThrow(busy)
})
