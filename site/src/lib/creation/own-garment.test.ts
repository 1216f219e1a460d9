import { assetType } from '@baseplate/platform/assets/types'
import { upright } from '@baseplate/renderer/space'
import { shippedCatalogue } from '@baseplate/texts/shipped'
import { afterEach, expect, test, vi } from 'vitest'
import { provideTexts } from '#lib/texts/t.ts'
import { modelResponse } from '../server/model-response.ts'
import { loadOwnGarment, UnusableFile } from './own-garment.ts'

const file = new File(['<roblox/>'], 'hat.rbxmx')
const problemOf = (type: number) => loadOwnGarment(type, file).catch((error: unknown) => error)

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([assetType.hat, assetType.model])('says why no mesh of type %s can be drawn', async (type) => {
  provideTexts(() => shippedCatalogue('en'))
  const part = {
    shape: 0,
    size: [1, 1, 1] as const,
    placement: { rotation: upright, offset: [0, 0, 0] as const },
    hex: '#ffffff',
    coverings: [],
  }
  const meshes = [{ name: 'asset 9', bytes: Buffer.from('version 4.00\n') }]
  vi.stubGlobal('fetch', async () => modelResponse({ parts: [part], meshes, pictures: [] }, 'no-store'))
  const problem = await problemOf(type)
  expect(problem).toBeInstanceOf(UnusableFile)
  expect(problem).toMatchObject({ message: 'The mesh of item 9 has an unknown version' })
})

test('reports a page of a proxy like a site that cannot be reached', async () => {
  provideTexts(() => shippedCatalogue('en'))
  vi.stubGlobal('fetch', async () => new Response('<h1>Request Entity Too Large</h1>', { status: 413 }))
  expect(await problemOf(assetType.hat)).toBeInstanceOf(UnusableFile)
})
