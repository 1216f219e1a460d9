import { updateTimeline, viewTimeline } from '@baseplate/platform/places/updates/timeline'
import { restoreVersion } from '@baseplate/platform/places/versions/restore'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const id = placeIdOf(event.params.id)
  const timeline = await viewTimeline(platform, actor, id, privateTicketOf(event))
  const { slug, versions } = timeline
  if (event.params.name !== slug) redirect(302, `/place/${id}/${slug}/workshop${event.url.search}`)
  const chosen = (name: string) => {
    const number = Number(event.url.searchParams.get(name))
    return versions.find(({ version }) => version === number)
  }
  return { ...timeline, compared: [chosen('first') ?? versions[1], chosen('second') ?? versions[0]] }
}

export const actions: Actions = {
  /** Restores an earlier version of the place file, as a new version. `undo` is the version that was played before. */
  rollback: actorAction('rollback', async ({ platform, actor, event }, fields) => {
    const id = placeIdOf(event.params.id)
    const { versions } = await viewTimeline(platform, actor, id)
    await restoreVersion(platform, actor, id, fields)
    const number = Number(fields.version)
    // The version that was played until now is the one to go back to.
    return { message: t('workshop.rolled_back', { number }), undo: versions[0]?.version ?? null }
  }),
  open: actorAction('open', async ({ platform, actor, event }, fields) => {
    await updateTimeline(platform, actor, placeIdOf(event.params.id), { open: 'false', ...fields })
    return { message: t('workshop.share.saved') }
  }),
}
