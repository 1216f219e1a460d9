import { viewParty } from '@baseplate/platform/parties/view'
import { json } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { hideSecrets } from '#lib/server/hide-secrets.ts'
import type { RequestHandler } from './$types'

/** Returns the party of the signed-in user, or `null`. The party bar of open pages polls it. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  return json(hideSecrets(await viewParty(platform, actor), event.locals.scopes))
}
