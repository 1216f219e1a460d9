import { restoreVersion, updateTimeline, viewTimeline } from '@baseplate/platform/places/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { offersTemplate } from '#lib/server/game-template.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent, RequestEvent } from './$types'

const params = { id: placeIdOf }

const { summary, scope } = viewTimeline

export const load: PageServerLoad = forUsers(
  { reads: ['privateServer'], summary, scope },
  async ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
    const id = placeIdOf(event.params.id)
    const timeline = await viewTimeline(platform, actor, { id, privateServer: privateTicketOf(event) })
    const { slug, versions } = timeline
    if (event.params.name !== slug) redirect(302, `/place/${id}/${slug}/workshop${event.url.search}`)
    const chosen = (name: string) => {
      const number = Number(event.url.searchParams.get(name))
      return versions.find(({ version }) => version === number)
    }
    return {
      ...timeline,
      compared: [chosen('first') ?? versions[1], chosen('second') ?? versions[0]],
      /** Whether makers can start from a template: `/develop/first-game`. */
      offersTemplate: offersTemplate(platform.config),
    }
  },
)

export const actions: Actions = {
  /** Restores an earlier version of the place file, as a new version. `undo` is the version that was played before. */
  rollback: handles(
    operationWith(restoreVersion, params),
    actorAction('rollback', async ({ platform, actor, event }: Acting<RequestEvent>, fields) => {
      const id = placeIdOf(event.params.id)
      const { versions } = await viewTimeline(platform, actor, { id })
      await restoreVersion(platform, actor, { ...fields, id })
      const number = Number(fields.version)
      // The version that was played until now is the one to go back to.
      return { message: t('workshop.rolled_back', { number }), undo: versions[0]?.version ?? null }
    }),
  ),
  open: action('open', updateTimeline, {
    params,
    done: () => ({ message: t('workshop.share.saved') }),
  }),
}
