import { maxCssLength } from '@baseplate/platform/people/styling/rules'
import { viewStyling } from '@baseplate/platform/people/styling/view'
import { asActor } from '#lib/server/as-actor.ts'
import { settingsActions } from '#lib/server/settings-actions.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  return { ...(await viewStyling(platform.db, actor)), maxCssLength }
}

export const actions = settingsActions
