import { tokenScopes } from '@baseplate/platform/accounts/rules'
import { createToken, listTokens, revokeToken } from '@baseplate/platform/sign-in/door'
import { levelOfScope } from '@baseplate/platform/sign-in/tokens/rules'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(listTokens, {
  data: (tokens, { actor, event }) => {
    // Without scripts, the page itself shows a new token.
    event.setHeaders({ 'cache-control': 'private, no-store' })
    return { tokens, scopes: tokenScopes.filter((scope) => actor.permissionLevel >= levelOfScope(scope)) }
  },
})

export const actions: Actions = {
  create: action('create', createToken),
  revoke: action('revoke', revokeToken, { done: () => ({ message: t('tokens.revoked') }) }),
}
