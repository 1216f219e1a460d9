import { isProofFresh, lacksRequiredFactor } from '@baseplate/platform/accounts/factors/rules'
import {
  beginPasskeyOrProof,
  confirmTotp,
  countRecoveryCodes,
  findFactors,
  finishPasskeyOrProof,
  listPasskeys,
  relyingPartyOf,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  setUpTotp,
  suggestPassphrase,
  unlinkIdentity,
  viewSignInWays,
  viewTotpSetup,
} from '@baseplate/platform/sign-in/door'
import type { RequestEvent } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { applyProof } from '#lib/server/proven-action.ts'
import { providerProblem } from '#lib/server/providers.ts'
import { settingsActions } from '#lib/server/settings-actions.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  {
    reads: ['proved', 'problem', 'provider'],
    scope: 'browser',
    summary:
      'Returns the second factors, passkeys and ways to sign in of the user, and the setup of an app that waits for its confirmation.',
  },
  async ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
    const { db, config, now } = platform
    event.depends('account:passphrase')
    // The page shows a secret while an app is set up.
    event.setHeaders({ 'cache-control': 'private, no-store' })
    return {
      totp: actor.factors.totp,
      setup: await viewTotpSetup(platform, actor),
      passkeys: await listPasskeys(db, actor.id),
      passkeysAvailable: relyingPartyOf(config) !== undefined,
      recoveryCodesLeft: await countRecoveryCodes(db, actor.id),
      required: lacksRequiredFactor(actor, config),
      passphrase: await suggestPassphrase(),
      fresh: isProofFresh(actor, now()),
      ways: await viewSignInWays(platform, actor.id),
      problem: providerProblem(event),
      proved: event.url.searchParams.has('proved'),
    }
  },
)

interface PasskeyFinished {
  message: string
  /** New recovery codes, which are shown only once. Absent if the account has some. */
  recoveryCodes?: string[]
}

/** Updates the actor's factors for the rest of the request, after an action that has changed them. */
async function readFactors<Shown>({ platform, actor, event }: Acting<RequestEvent>, shown: Shown) {
  event.locals.actor = { ...actor, factors: await findFactors(platform.db, actor.id) }
  return shown
}

export const actions: Actions = {
  password: settingsActions.password,
  setpassword: settingsActions.setpassword,
  totp: action('totp', setUpTotp),
  totpconfirm: action('totpconfirm', confirmTotp, { done: (added, acting) => readFactors(acting, added) }),
  totpremove: action('totpremove', removeTotp, {
    done: (_, acting) => readFactors(acting, { message: t('settings.security.totp.removed') }),
  }),
  recoverycodes: action('recoverycodes', renewRecoveryCodes),
  passkeybegin: action('passkeybegin', beginPasskeyOrProof, { done: (options) => ({ options }) }),
  passkeyfinish: action('passkeyfinish', finishPasskeyOrProof, {
    done: async (finished, { event, ...acting }): Promise<PasskeyFinished> => {
      if ('proved' in finished) {
        applyProof(event, finished.proved)
        return { message: t('settings.security.proved') }
      }
      return readFactors(
        { ...acting, event },
        { message: t('settings.security.passkeys.added'), ...finished },
      )
    },
  }),
  unlink: action('unlink', unlinkIdentity, {
    done: () => ({ message: t('settings.security.providers.unlinked') }),
  }),
  passkeyrename: action('passkeyrename', renamePasskey, {
    done: () => ({ message: t('settings.security.passkeys.renamed') }),
  }),
  passkeyremove: action('passkeyremove', removePasskey, {
    done: (_, acting) => readFactors(acting, { message: t('settings.security.passkeys.removed') }),
  }),
}
