import { createToken, listTokens, revokeToken } from '@baseplate/platform/accounts/tokens/manage-tokens'
import { levelOfScope, tokenScopes } from '@baseplate/platform/accounts/tokens/rules'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { provenAction } from '#lib/server/proven-action.ts'
import { sessionTokenOf } from '#lib/server/session.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  // Without scripts, the page itself shows a new token.
  event.setHeaders({ 'cache-control': 'private, no-store' })
  return {
    tokens: await listTokens(platform, actor),
    scopes: tokenScopes.filter((scope) => actor.permissionLevel >= levelOfScope(scope)),
  }
}

/** Programs name the scopes in one field. The form of the page has a box for each. */
const scopesOf = (fields: Record<string, string>): string =>
  fields.scopes ?? tokenScopes.filter((scope) => fields[scope] === 'true').join()

export const actions: Actions = {
  create: provenAction('create', ({ platform, actor, event }, fields) =>
    createToken(platform, actor, { ...fields, scopes: scopesOf(fields) }, sessionTokenOf(event)),
  ),
  revoke: actorAction('revoke', async ({ platform, actor }, fields) => {
    await revokeToken(platform, actor, fields)
    return { message: t('tokens.revoked') }
  }),
}
