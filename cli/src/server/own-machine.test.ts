import type { IncomingMessage } from 'node:http'
import { parseConfig } from '@baseplate/platform/config/load'
import { expect, test } from 'vitest'
import { ownMachineCheck } from './own-machine.ts'

const isExempt = (
  { BASE_URL = '', TrustedProxies = [] as string[] },
  remoteAddress: string,
  headers: Record<string, string> = {},
) =>
  ownMachineCheck(parseConfig({ TrustedProxies }, { BASE_URL }, '/nowhere'))({
    headers,
    socket: { remoteAddress },
  } as unknown as IncomingMessage)

test('exempts direct requests from the machine of a local site', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(isExempt({}, address), address).toBe(true)
  expect(isExempt({}, '192.168.1.5')).toBe(false)
  for (const header of ['x-forwarded-for', 'forwarded', 'via'])
    expect(isExempt({}, '127.0.0.1', { [header]: '203.0.113.9' }), header).toBe(false)
})

test('exempts nobody on a public site or behind proxies', () => {
  expect(isExempt({ BASE_URL: 'https://play.example' }, '127.0.0.1')).toBe(false)
  expect(isExempt({ TrustedProxies: ['10.0.0.1'] }, '127.0.0.1')).toBe(false)
})
