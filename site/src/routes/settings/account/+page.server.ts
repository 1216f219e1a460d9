import { viewEmail } from '@baseplate/platform/accounts/emails/send-link'
import { viewExport } from '@baseplate/platform/accounts/exports/view-export'
import { isProofFresh } from '@baseplate/platform/accounts/factors/rules'
import { viewNextRename } from '@baseplate/platform/accounts/names/rename'
import { suggestPassphrase } from '@baseplate/platform/accounts/passwords/password-advice'
import { viewSignInWays } from '@baseplate/platform/accounts/providers/queries'
import { viewStorage } from '@baseplate/platform/accounts/storage/quota'
import { listScreenshots } from '@baseplate/platform/operations/screenshots/queries'
import { asActor } from '#lib/server/as-actor.ts'
import { settingsActions } from '#lib/server/settings-actions.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  event.depends('account:passphrase')
  return {
    ...(await viewEmail(platform, actor)),
    emailsEnabled: platform.config.Registration.Emails,
    screenshots: await listScreenshots(platform.db, actor.id),
    export: await viewExport(platform, actor),
    storage: await viewStorage(platform, actor.id),
    hasPassword: (await viewSignInWays(platform, actor.id)).hasPassword,
    passphrase: await suggestPassphrase(),
    username: actor.username,
    nextRename: await viewNextRename(platform, actor),
    leaves: actor.leaves,
    waitDays: platform.config.Deletion.WaitDays,
    keptDays: platform.config.Usernames.KeepDays,
    fresh: isProofFresh(actor, platform.now()),
  }
}

export const actions = settingsActions
