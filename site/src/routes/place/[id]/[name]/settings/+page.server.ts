import { slugOf } from '@baseplate/platform/foundation/slug'
import { updatePlaceData } from '@baseplate/platform/places/data'
import { maxPlaceDataBytes } from '@baseplate/platform/places/rules'
import {
  regenerateTicket,
  updateNetwork,
  updatePrivacy,
  updateView,
  viewPlaceSettings,
} from '@baseplate/platform/places/settings'
import { readUpload } from '#lib/server/body.ts'
import { failureOf, formAction } from '#lib/server/form.ts'
import { placeIdOf } from '#lib/server/place-id.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { platform } = event.locals
  const id = placeIdOf(event.params.id)
  const settings = await viewPlaceSettings(platform, actor, id)
  const { Client, Gameservers } = platform.config
  return {
    ...settings,
    id,
    slug: slugOf(settings.name),
    extension: Client.PlaceExtension,
    hosting: Gameservers.Hosting,
    maxBytes: maxPlaceDataBytes,
  }
}

export const actions: Actions = {
  view: formAction('view', async (event, fields) => {
    const actor = requireActor(event)
    await updateView(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), fields)
    return { message: 'View settings updated successfully!' }
  }),
  network: formAction('network', async (event, fields) => {
    const actor = requireActor(event)
    await updateNetwork(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), fields)
    return { message: 'Network settings updated successfully!' }
  }),
  privacy: formAction('privacy', async (event, fields) => {
    const actor = requireActor(event)
    await updatePrivacy(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), fields)
    return { message: 'Privacy settings updated successfully!' }
  }),
  ticket: formAction('ticket', async (event) => {
    const actor = requireActor(event)
    await regenerateTicket(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), 'server_ticket')
    return { message: 'Regenerated!' }
  }),
  privatelink: formAction('privatelink', async (event) => {
    const actor = requireActor(event)
    await regenerateTicket(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), 'private_ticket')
    return { message: 'Regenerated!' }
  }),
  // The file goes to disk while it arrives, so this action reads its body itself.
  data: async (event) => {
    const actor = requireActor(event)
    const id = placeIdOf(event.params.id)
    try {
      await readUpload(event.request, 'file', (file) =>
        updatePlaceData(event.locals.platform, actor, id, file),
      )
      return { form: 'data', message: 'Place data updated successfully!' }
    } catch (error) {
      return failureOf('data', error, {})
    }
  },
}
