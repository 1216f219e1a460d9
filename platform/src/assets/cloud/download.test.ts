import { Agent as HttpAgent } from 'node:http'
import { Agent } from 'node:https'
import type { Connections } from '@baseplate/service/network/connections'
import { RequestFilteringHttpAgent } from 'request-filtering-agent'
import { expect, test } from 'vitest'
import { startWebServer } from '../../testing/web-server.ts'
import { download } from './download.ts'

test('does not follow a redirect to a private address', async () => {
  const inside = await startWebServer((_, response) => void response.end('secret'))
  // Stands for a public address: the only address of this machine that the filter allows.
  const outside = await startWebServer(
    (_, response) => void response.writeHead(302, { Location: `${inside.url}/secret` }).end(),
    '127.0.0.2',
  )
  const http = new RequestFilteringHttpAgent({ allowIPAddressList: ['127.0.0.2'] })
  const through: Connections = { http, https: new Agent(), close: () => http.destroy() }
  await expect(download(new URL(outside.url), through, AbortSignal.timeout(5_000))).rejects.toThrow(
    'named an address that is not public',
  )
  expect(outside.asked).toEqual(['/'])
  expect(inside.asked).toEqual([])
  through.close()
})

test('names its program', async () => {
  const agents: unknown[] = []
  const server = await startWebServer((request, response) => {
    agents.push(request.headers['user-agent'])
    response.end('a file')
  })
  const through: Connections = { http: new HttpAgent(), https: new Agent(), close: () => {} }
  const { body } = await download(new URL(server.url), through, AbortSignal.timeout(5_000))
  body.destroy()
  expect(agents).toEqual(['Baseplate-AssetCloud'])
})
