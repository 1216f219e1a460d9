import { templateOf } from '@baseplate/platform/assets/door'
import { Refused } from '@baseplate/platform/foundation/errors'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import type { RequestEvent, RequestHandler } from './$types'

export const GET: RequestHandler = forUsers(
  { scope: 'assets:write', summary: 'Sends the file that makers of an item type start from.' },
  ({ platform, event }: Acting<RequestEvent>) => {
    const template = templateOf(Number(event.params.type), platform.config.Client.DocumentRoot)
    if (!template) throw new Refused('site.not_found')
    return new Response(new Uint8Array(template.bytes), {
      headers: {
        'content-type': template.contentType,
        'content-disposition': `attachment; filename="${template.fileName}"`,
        'cache-control': 'private, max-age=3600',
      },
    })
  },
)
