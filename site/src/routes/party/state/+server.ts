import { viewParty } from '@baseplate/platform/parties/door'
import { json } from '@sveltejs/kit'
import { endpoint } from '#lib/server/endpoint.ts'
import { hideSecrets } from '#lib/server/hide-secrets.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(viewParty, (party, { event }) =>
  json(hideSecrets(party, event.locals.scopes)),
)
