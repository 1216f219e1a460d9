import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startWebServer } from '@baseplate/platform/testing/web-server'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { startClientApi } from './client-api.ts'

export const key = 'a key of twenty-four letters'

const pictureOf = async (background: string) =>
  (
    await sharp({ create: { width: 352, height: 352, channels: 4, background } })
      .png()
      .toBuffer()
  ).toString('base64')
export const [body, head] = await Promise.all([pictureOf('#204060'), pictureOf('#f0c020')])
/** The result of a successful render. */
export const completed = `Completed\n${body}\n${head}`

interface RenderRequest {
  id: string
  headers: IncomingMessage['headers']
  script: string
}

/** Starts an external renderer, whose responses the test chooses, and a platform that uses it. */
export async function startWithRenderer() {
  const requests: RenderRequest[] = []
  let respond = (response: ServerResponse) => void response.end()
  const renderer = await startWebServer(async (request, response) => {
    const script = await text(request)
    requests.push({ id: request.url?.slice(1) ?? '', headers: request.headers, script })
    respond(response)
  })
  const api = await startClientApi({ Renderer: { Kind: 'external', URL: `${renderer.url}/`, Key: key } })
  const { platform } = api
  const nextRequest = async (): Promise<RenderRequest> => {
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0))
    return requests.shift() as RenderRequest
  }
  const send = async (id: string, result: string, authorization = `Bearer ${key}`) => {
    const headers = { authorization, 'content-type': 'text/plain' }
    const response = await api.ask(`/api/render/update/${id}`, { method: 'POST', headers, body: result })
    return [response.status, await response.text()] as const
  }
  const renders = () => platform.db.selectFrom('renders').selectAll().orderBy('requested', 'desc').execute()
  return {
    ...api,
    requests,
    nextRequest,
    send,
    renders,
    respondWith(next: typeof respond) {
      respond = next
    },
  }
}
