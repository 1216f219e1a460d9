import type { Platform } from '@baseplate/platform/platform'
import type { ClientApi } from '../serving.ts'
import { receiveScreenshot } from './screenshot.ts'

/** What studios send. Paths are in lower case: see `createClientApi`. */
export function addStudioRoutes(api: ClientApi, platform: Platform): void {
  api.post('/studio/uploadmedia/screenshot', (c) => receiveScreenshot(platform, c))
  api.on(['GET', 'POST'], '/uploadmedia/postimage.aspx', (c) => receiveScreenshot(platform, c))
}
