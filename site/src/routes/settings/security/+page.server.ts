import { findFactors } from '@baseplate/platform/accounts/factors/queries'
import { countRecoveryCodes } from '@baseplate/platform/accounts/factors/recovery-codes'
import { removeTotp } from '@baseplate/platform/accounts/factors/remove-factors'
import { renewRecoveryCodes } from '@baseplate/platform/accounts/factors/renew-recovery-codes'
import { isProofFresh, lacksRequiredFactor } from '@baseplate/platform/accounts/factors/rules'
import { confirmTotp, setUpTotp, viewTotpSetup } from '@baseplate/platform/accounts/factors/set-up-totp'
import { beginPasskey, finishPasskey } from '@baseplate/platform/accounts/passkeys/add-passkey'
import { removePasskey, renamePasskey } from '@baseplate/platform/accounts/passkeys/change-passkeys'
import { listPasskeys } from '@baseplate/platform/accounts/passkeys/queries'
import { relyingPartyOf } from '@baseplate/platform/accounts/passkeys/relying-party'
import { beginProof, proveWithPasskey } from '@baseplate/platform/accounts/passkeys/sign-in'
import { suggestPassphrase } from '@baseplate/platform/accounts/passwords/password-advice'
import { unlinkIdentity } from '@baseplate/platform/accounts/providers/link'
import { viewSignInWays } from '@baseplate/platform/accounts/providers/queries'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { applyProof, provenAction } from '#lib/server/proven-action.ts'
import { providerProblem } from '#lib/server/providers.ts'
import { deviceOf, sessionTokenOf } from '#lib/server/session.ts'
import { settingsActions } from '#lib/server/settings-actions.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
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
}

/** Makes an action that changes the actor's factors, and updates them for the rest of the request. */
const factorAction: typeof provenAction = (form, act) =>
  provenAction(form, async (acting, fields) => {
    const result = await act(acting, fields)
    acting.event.locals.hasActed = true
    const factors = await findFactors(acting.platform.db, acting.actor.id)
    acting.event.locals.actor = { ...acting.actor, factors }
    return result
  })

export const actions: Actions = {
  password: settingsActions.password,
  setpassword: settingsActions.setpassword,
  totp: provenAction('totp', ({ platform, actor }) => setUpTotp(platform, actor)),
  totpconfirm: factorAction('totpconfirm', ({ platform, actor }, fields) =>
    confirmTotp(platform, actor, fields),
  ),
  totpremove: factorAction('totpremove', async ({ platform, actor }) => {
    await removeTotp(platform, actor)
    return { message: t('settings.security.totp.removed') }
  }),
  recoverycodes: provenAction('recoverycodes', ({ platform, actor }) => renewRecoveryCodes(platform, actor)),
  passkeybegin: actorAction('passkeybegin', async ({ platform, actor, event }, fields) => {
    const token = sessionTokenOf(event)
    const begin = fields.for === 'proof' ? beginProof : beginPasskey
    return { options: await begin(platform, actor, token) }
  }),
  passkeyfinish: factorAction('passkeyfinish', async ({ platform, actor, event }, fields) => {
    const token = sessionTokenOf(event)
    if (fields.for === 'proof') {
      applyProof(event, await proveWithPasskey(platform, actor, fields, token))
      return { message: t('settings.security.proved') }
    }
    const added = await finishPasskey(platform, actor, fields, { ...deviceOf(event), token })
    return { message: t('settings.security.passkeys.added'), ...added }
  }),
  unlink: provenAction('unlink', async ({ platform, actor }, fields) => {
    await unlinkIdentity(platform, actor, fields)
    return { message: t('settings.security.providers.unlinked') }
  }),
  /** Renames a passkey of the actor. */
  passkeyrename: actorAction('passkeyrename', async ({ platform, actor }, fields) => {
    await renamePasskey(platform, actor, fields)
    return { message: t('settings.security.passkeys.renamed') }
  }),
  passkeyremove: factorAction('passkeyremove', async ({ platform, actor }, fields) => {
    await removePasskey(platform, actor, fields)
    return { message: t('settings.security.passkeys.removed') }
  }),
}
