import { viewStorage } from '@baseplate/platform/accounts/door'
import { listScreenshots } from '@baseplate/platform/operations/door'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { settingsActions } from '#lib/server/settings-actions.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  {
    scope: 'browser',
    summary: 'Returns the bytes that the user has stored, their quota, and their screenshots.',
  },
  async ({ platform, actor }: Acting<PageServerLoadEvent>) => {
    return {
      storage: await viewStorage(platform, actor.id),
      screenshots: await listScreenshots(platform.db, actor.id),
    }
  },
)

export const actions = settingsActions
