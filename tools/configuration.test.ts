import { expect, test } from 'vitest'
import { describeConfiguration } from './configuration.ts'

test('describes a key with its values, its default and its meaning', async () => {
  const lines = (await describeConfiguration()).split('\n')
  expect(lines).toContain(
    '| `Economy.Fee` | number, 0 to less than 1 | `0.1` | Share of a price that is destroyed; the creator receives the rest. |',
  )
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^\| `Gameservers\.Hosting` \| `"Dedicated"`, `"Selfhosted"`, `"Both"` \| `"Both"` \| Game/,
    ),
  )
})
