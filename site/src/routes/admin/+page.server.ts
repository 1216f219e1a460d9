import { isModerator, permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewAttention } from '@baseplate/platform/figures/attention'
import { viewFigures } from '@baseplate/platform/figures/view'
import { toolsOf } from '#lib/admin/tools.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireLevel(event, permissionLevel.catalogManager)
  const { platform } = event.locals
  const asked = Object.fromEntries(event.url.searchParams)
  const [attention, figures] = await Promise.all([
    viewAttention(platform, actor),
    isModerator(actor) ? viewFigures(platform, actor, asked) : null,
  ])
  return {
    attention,
    figures,
    tools: toolsOf(actor.permissionLevel).map(({ href, label, about }) => ({ href, label, about })),
  }
}
