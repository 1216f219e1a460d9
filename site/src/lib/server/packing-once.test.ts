import { packLauncher } from '@baseplate/minetest/launcher/launcher-package'
import { descriptionOf, makeKeys } from '@baseplate/minetest/testing/installed-launcher'
import { expect, test, vi } from 'vitest'
import { packingOnce } from './packing-once.ts'

const described = descriptionOf({ baseUrl: 'https://play.example', keys: makeKeys() })
const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

test('a launcher is packed once for all requests', async () => {
  const pack = vi.fn(packLauncher)
  const packOnce = packingOnce(pack)
  const [one, other] = await Promise.all([packOnce(described), packOnce({ ...described })])
  expect(await packOnce(described)).toBe(one)
  expect(other).toBe(one)
  expect(pack).toHaveBeenCalledTimes(1)
})

test('a launcher is packed again after an error', async () => {
  const packOnce = packingOnce(vi.fn(packLauncher).mockRejectedValueOnce(full))
  const waiting = [packOnce(described), packOnce(described)]
  for (const request of waiting) await expect(request).rejects.toBe(full)
  expect(await packOnce(described)).toEqual(await packLauncher(described))
})

test('a launcher with another icon or other keys is packed', async () => {
  const pack = vi.fn(packLauncher)
  const packOnce = packingOnce(pack)
  await packOnce(described)
  await packOnce({ ...described, icon: new Uint8Array([1]) })
  await packOnce({ ...described, publicKeys: ['another'] })
  expect(pack).toHaveBeenCalledTimes(3)
})

test('an error of an earlier launcher does not discard a newer one', async () => {
  let fail = (_: Error) => {}
  const pack = vi.fn(packLauncher).mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
  const packOnce = packingOnce(pack)
  const earlier = packOnce({ ...described, name: 'Earlier' })
  const newer = await packOnce(described)
  fail(full)
  await expect(earlier).rejects.toBe(full)
  expect(await packOnce(described)).toBe(newer)
})
