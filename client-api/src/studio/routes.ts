import type { Platform } from '@baseplate/platform/platform'
import type { ClientApi } from '../serving.ts'
import { screenshotReceiver } from './screenshot.ts'

/** What studios send. Paths are in lower case: see `createClientApi`. */
export function addStudioRoutes(api: ClientApi, platform: Platform): void {
  const receive = screenshotReceiver(platform)
  api.post('/studio/uploadmedia/screenshot', receive)
  api.on(['GET', 'POST'], '/uploadmedia/postimage.aspx', receive)
}
