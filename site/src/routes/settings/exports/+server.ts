import { viewExport } from '@baseplate/platform/accounts/exports/view-export'
import { asActor } from '#lib/server/as-actor.ts'
import type { RequestHandler } from './$types'

/** Returns the state of the actor's last export; null: there is none. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  return Response.json(await viewExport(platform, actor), {
    headers: { 'cache-control': 'private, no-store' },
  })
}
