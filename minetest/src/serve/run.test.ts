import { expect, test } from 'vitest'
import { readRun } from './run.ts'

test.each([
  ['90', 10],
  ['12', 3],
  [undefined, 10],
])('with a silence of %s seconds, a server reports every %d seconds', (silent, seconds) => {
  const environment = {
    HOME: '/srv',
    BASEPLATE_URL: 'https://site.example',
    BASEPLATE_SILENT_SECONDS: silent,
  }
  expect(readRun(['1818', '30000'], environment)).toMatchObject({ reportSeconds: seconds })
})
