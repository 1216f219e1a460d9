import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { modelResponse } from './model-response.ts'

const file = (name: string) => ({ name, bytes: Buffer.alloc(100_000, name) })
const hat = { parts: [], meshes: [file('one'), file('two')], pictures: [file('three')] }

test('sends the parts and files in order', async () => {
  const form = await (await modelResponse(hat, 'no-store')).formData()
  expect(form.get('parts')).toBe('[]')
  const meshes = form.getAll('meshes').filter((value) => typeof value !== 'string')
  expect(await Promise.all(meshes.map(async (mesh) => [mesh.name, (await mesh.text()).slice(0, 6)]))).toEqual(
    [
      ['one', 'oneone'],
      ['two', 'twotwo'],
    ],
  )
})

test('a browser that leaves in the middle does not end the process', async () => {
  const reader = (await modelResponse(hat, 'no-store')).body?.getReader()
  const rejections: unknown[] = []
  const note = (reason: unknown) => rejections.push(reason)
  process.on('unhandledRejection', note)
  await reader?.read()
  await reader?.cancel()
  for (let turn = 0; turn < 50; turn++) await setImmediate()
  process.off('unhandledRejection', note)
  expect(rejections).toEqual([])
})
