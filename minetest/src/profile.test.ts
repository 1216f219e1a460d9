import { expect, test } from 'vitest'
import { minetestProfile } from './profile.ts'

const schemeOf = (name: string) =>
  minetestProfile({ root: '/srv', node: '/bin/node', name, runsServers: true }).Client?.LauncherScheme

test.each([
  ['Baseplate', 'baseplate'],
  ['Block Land', 'baseplate-blockland'],
  ['Zoë & Co.', 'baseplate-zoeco'],
  ['HTTPS', 'baseplate-https'],
  ['积木', 'baseplate'],
])('the platform %s has a launcher of its own', (name, scheme) => {
  expect(schemeOf(name)).toBe(scheme)
})
