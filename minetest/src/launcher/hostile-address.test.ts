import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addressOf,
  canInstall,
  installLauncher,
  joinScript,
  makeKeys,
  type StubPlatform,
  startPlatform,
} from '../testing/installed-launcher.ts'

const ticket = 'bot9s0wb2r2arx6plw09lkfp'

let platform: StubPlatform
let launcher: Awaited<ReturnType<typeof installLauncher>>

describe.skipIf(!canInstall)('the installed launcher with hostile input', () => {
  beforeEach(async () => {
    platform = await startPlatform()
    launcher = await installLauncher(platform)
  })
  afterEach(async () => {
    await launcher.endClient()
    await launcher.remove()
    await platform.close()
  })

  test.each([
    ['of another site', 'baseplate:play?script=https%3A%2F%2Fevil.example%2Fgame%2Fjoin%3Fticket%3Dabc'],
    [
      'with another path',
      () => `baseplate:play?script=${encodeURIComponent(`${platform.baseUrl}/login?ticket=a`)}`,
    ],
    [
      'whose host only begins like that of the site',
      () =>
        `baseplate:play?script=${encodeURIComponent(`${platform.baseUrl}.evil.example/game/join?ticket=a`)}`,
    ],
    ['with a command as the ticket', () => addressOf(platform, 'ticket=$(touch\tx)')],
    ['with a quote', () => addressOf(platform, 'ticket=a"\noutput = "x')],
    ['with another parameter', () => addressOf(platform, `ticket=${ticket}&next=1`)],
    ['with a ticket that is too long', () => addressOf(platform, `ticket=${'a'.repeat(65)}`)],
    ['without a script', 'baseplate:play'],
    ['of another scheme', () => addressOf(platform).replace('baseplate:', 'other:')],
  ])('refuses an address %s', async (_, address) => {
    const { code, errors } = await launcher.start(typeof address === 'string' ? address : address()).ended
    expect([code, errors]).toEqual([1, expect.stringContaining('does not open a game of')])
    expect(platform.asked).toEqual([])
  })

  test.each([
    ['without a signature', (response: { end(text: string): unknown }) => response.end(joinScript())],
    [
      'with the signature of another key',
      (response: { end(text: string): unknown }) =>
        response.end(platform.signed(joinScript(), makeKeys().privateKey)),
    ],
    [
      'changed after its signature',
      (response: { end(text: string): unknown }) => response.end(`${platform.signed(joinScript())}\n`),
    ],
  ])('does not use a script %s', async (_, reply) => {
    platform.joins = [reply]
    const { errors } = await launcher.start(addressOf(platform)).ended
    expect(errors).toContain('is not signed')
    expect(errors).toContain(`${platform.baseUrl}/download`)
    expect(await launcher.read('client/started')).toBeUndefined()
    expect(`${platform.asked.at(-1)?.method} ${platform.asked.at(-1)?.path}`).toBe(
      `POST /game/left?ticket=${ticket}`,
    )
  })

  test.each([
    ['a command after the server', { server: '"127.0.0.1; touch x"' }],
    ['a server that looks like an option', { server: '"--config"' }],
    ['a port that is not decimal', { port: '0x1' }],
    ['an option after the number', { number: '7 --address evil' }],
    ['an escaped server', { server: '"\\049"' }],
  ])('starts no client for %s', async (_, values) => {
    platform.joins = [(response) => response.end(platform.signed(joinScript(values)))]
    const { errors } = await launcher.start(addressOf(platform)).ended
    expect(errors).toContain('too old')
    expect(await launcher.read('client/started')).toBeUndefined()
  })
})
