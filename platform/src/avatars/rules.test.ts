import { expect, test } from 'vitest'
import { assetType } from '../assets/types.ts'
import { withinLimits, wornWith } from './rules.ts'

const item = (id: number, type: number) => ({ id, type })
const [shirt, hat] = [assetType.shirt, assetType.hat]

test('an avatar wears three hats and one shirt, and nothing that is not wearable', () => {
  const wanted = [item(1, hat), item(2, shirt), item(3, shirt), item(1, hat), item(9, assetType.decal)]
  expect(withinLimits([...wanted, item(4, hat), item(5, hat), item(6, hat)])).toEqual([1, 2, 4, 5])
})

test('items that are tried on replace worn ones where a limit is reached', () => {
  const worn = [item(1, hat), item(2, hat), item(3, hat), item(4, shirt)]
  const ids = (tried: { id: number; type: number }[]) =>
    wornWith(worn, tried)
      .map(({ id }) => id)
      .toSorted()
  expect(ids([item(5, shirt)])).toEqual([1, 2, 3, 5])
  expect(ids([item(6, hat)])).toEqual([1, 2, 4, 6])
  expect(ids([item(3, hat)])).toEqual([1, 2, 3, 4])
})
