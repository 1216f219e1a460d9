import { folderOf } from '@baseplate/minetest/own-games'
import { packGame } from '@baseplate/minetest/pack-game'
import { requireTemplate } from '#lib/server/game-template.ts'
import { handles } from '#lib/server/operation.ts'
import { sendBytes } from '#lib/server/send-bytes.ts'
import type { RequestEvent, RequestHandler } from './$types'

export const GET: RequestHandler = handles(
  {
    scope: 'read',
    summary: 'Sends a small game as a ZIP archive, which makers change and upload as their first one.',
  },
  async ({ locals }: RequestEvent) => {
    requireTemplate(locals.platform.config)
    return sendBytes(new Uint8Array(await packGame(folderOf('template'))), {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-first-game.zip"',
      'cache-control': 'public, max-age=3600',
    })
  },
)
