import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { expect, test } from 'vitest'
import { domains } from './domains.ts'

test('the platform takes the doors of all domains, from the bottom up', async () => {
  const { doors } = await openTestPlatform('SQLite')
  const all = await Promise.all(
    Object.keys(domains).map(
      (name) => import(`../platform/src/${name}/door.ts`) as Promise<{ door?: unknown }>,
    ),
  )
  expect(doors).toEqual(all.flatMap(({ door }) => door ?? []))
})
