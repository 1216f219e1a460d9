import type { Platform } from '@baseplate/platform/platform'
import { maxResultBytes, receiveRender, requireRenderer } from '@baseplate/platform/rendering/door'
import { bodyLimit } from 'hono/body-limit'
import { textResponse } from '../replies.ts'
import type { ClientApi } from '../services.ts'

/** Adds the endpoint for results of an external renderer: docs/reference/renderer.md#render-result. */
export function addRenderRoutes(api: ClientApi, platform: Platform): void {
  /**
   * Receives the result of an external renderer: `Rendering`; or `Completed` and the pictures in base64, one a line; or `Failed`
   * and the reason. A user's body shot comes before the head shot.
   */
  api.post(
    '/api/render/update/:renderid',
    // Unauthorized callers are refused before their body, which may be large, is read.
    async (c, next) => {
      requireRenderer(platform, c.req.header('Authorization'))
      await next()
    },
    bodyLimit({ maxSize: maxResultBytes, onError: () => textResponse('Too large', 413) }),
    async (c) => {
      await receiveRender(platform, c.req.param('renderid'), await c.req.text())
      return textResponse('OK')
    },
  )
}
