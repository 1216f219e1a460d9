import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Actor } from '@baseplate/platform/accounts/rules'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { createPlace } from '@baseplate/platform/places/create'
import { viewPlaceSettings } from '@baseplate/platform/places/settings'
import { updatePlaceFile } from '@baseplate/platform/places/versions/update-file'
import { registerPerson } from '@baseplate/platform/testing/people'
import { openTestPlatform, type TestPlatform } from '@baseplate/platform/testing/platforms'
import { onTestFinished } from 'vitest'
import { createClientApi } from '../app.ts'
import { createSigning } from '../signing.ts'
import { openSigningKey } from '../signing-key.ts'

export interface TestClientApi {
  platform: TestPlatform
  server: Server
  /** Address of the server, and `baseUrl` of the platform. */
  baseUrl: string
  publicKey: string
  /** Requests a path with its query. */
  ask(path: string, init?: RequestInit): Promise<Response>
}

/** Starts the client API of a whole platform on a real `node:http` server, until the end of the test. */
export async function startClientApi(
  config: ConfigInput = {},
  environment: Record<string, string> = {},
): Promise<TestClientApi> {
  const platform = await openTestPlatform('SQLite', config, environment)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  platform.config.baseUrl = baseUrl
  const signing = createSigning(await openSigningKey(platform.config, undefined), platform.config.Signing)
  server.on('request', (await createClientApi(platform, signing)).listener)
  return {
    platform,
    server,
    baseUrl,
    publicKey: signing.publicKeyPem,
    ask: (path, init) => fetch(`${baseUrl}${path}`, init),
  }
}

/** Registers a maker and creates a place. */
export async function makePlace(
  platform: TestPlatform,
): Promise<{ maker: Actor; id: number; serverTicket: string }> {
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPlace(platform, maker, { name: 'My place' })
  const { serverTicket } = await viewPlaceSettings(platform, maker, { id })
  return { maker, id, serverTicket }
}

export const storePlaceFile = (platform: TestPlatform, maker: Actor, id: number, data: Uint8Array) =>
  updatePlaceFile(platform, maker, id, [data])
