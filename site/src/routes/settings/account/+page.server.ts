import { viewExport, viewNextRename } from '@baseplate/platform/accounts/door'
import { isProofFresh } from '@baseplate/platform/accounts/factors/rules'
import { viewEmail, viewSignInWays } from '@baseplate/platform/sign-in/door'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { settingsActions } from '#lib/server/settings-actions.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  { scope: 'browser', summary: "Returns the user's email address, export, and state of the account." },
  async ({ platform, actor }: Acting<PageServerLoadEvent>) => {
    return {
      ...(await viewEmail(platform, actor)),
      emailsEnabled: platform.config.Registration.Emails,
      export: await viewExport(platform, actor),
      hasPassword: (await viewSignInWays(platform, actor.id)).hasPassword,
      username: actor.username,
      nextRename: await viewNextRename(platform, actor),
      leaves: actor.leaves,
      waitDays: platform.config.Deletion.WaitDays,
      keptDays: platform.config.Usernames.KeepDays,
      fresh: isProofFresh(actor, platform.now()),
    }
  },
)

export const actions = settingsActions
