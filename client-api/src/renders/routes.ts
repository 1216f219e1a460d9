import type { Platform } from '@baseplate/platform/platform'
import { maxResultBytes, receiveRender, requireRenderer } from '@baseplate/platform/rendering/receive'
import { bodyLimit } from 'hono/body-limit'
import { answerText } from '../answer.ts'
import type { ClientApi } from '../serving.ts'

/** What an external renderer sends. Paths are in lower case: see `createClientApi`. */
export function addRenderRoutes(api: ClientApi, platform: Platform): void {
  api.post(
    '/api/render/update/:renderid',
    // Before anything of the body is read: it is large.
    async (c, next) => {
      requireRenderer(platform, c.req.header('Authorization'))
      await next()
    },
    bodyLimit({ maxSize: maxResultBytes, onError: () => answerText('Too large', 413) }),
    async (c) => {
      await receiveRender(platform, c.req.param('renderid'), await c.req.text())
      return answerText('OK')
    },
  )
}
