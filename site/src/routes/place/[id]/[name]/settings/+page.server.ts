import { slugOf } from '@baseplate/platform/foundation/slug'
import { appealTakedown } from '@baseplate/platform/moderation/takedowns/appeal'
import { moderatePlace } from '@baseplate/platform/moderation/takedowns/moderate-place'
import { viewTakedown } from '@baseplate/platform/moderation/takedowns/view'
import { removeIcon } from '@baseplate/platform/places/pictures/icon'
import { addThumbnail, moveThumbnail, removeThumbnail } from '@baseplate/platform/places/pictures/thumbnails'
import { maxIconBytes, maxPlaceFileBytes, maxThumbnailBytes } from '@baseplate/platform/places/rules'
import {
  regenerateTicket,
  updateNetwork,
  updatePrivacy,
  viewPlaceSettings,
} from '@baseplate/platform/places/settings'
import { updateView } from '@baseplate/platform/places/update-view'
import { restoreVersion } from '@baseplate/platform/places/versions/restore'
import { updatePlaceFile } from '@baseplate/platform/places/versions/update-file'
import { readFieldsAndFile, readUpload } from '#lib/server/body.ts'
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
    takedown: await viewTakedown(platform, actor, id),
    id,
    slug: slugOf(settings.name),
    extension: Client.PlaceExtension,
    hosting: Gameservers.Hosting,
    maxBytes: maxPlaceFileBytes,
    maxIconBytes,
    maxThumbnailBytes,
    maxThumbnails: platform.config.Places.Thumbnails,
    keptVersions: platform.config.Places.Versions,
  }
}

export const actions: Actions = {
  view: async (event) => {
    const actor = requireActor(event)
    const { fields, file } = await readFieldsAndFile(event.request, 'icon', maxIconBytes)
    try {
      await updateView(event.locals.platform, actor, placeIdOf(event.params.id), fields, file)
      return { form: 'view', message: 'View settings updated successfully!' }
    } catch (error) {
      return failureOf(event, 'view', error, fields)
    }
  },
  removeicon: formAction('removeicon', async (event) => {
    const actor = requireActor(event)
    await removeIcon(event.locals.platform, actor, placeIdOf(event.params.id ?? ''))
    return { message: 'The icon has been removed' }
  }),
  addthumbnail: async (event) => {
    const actor = requireActor(event)
    const { file } = await readFieldsAndFile(event.request, 'picture', maxThumbnailBytes)
    try {
      await addThumbnail(event.locals.platform, actor, placeIdOf(event.params.id), file)
      return { form: 'addthumbnail', message: 'The picture has been added' }
    } catch (error) {
      return failureOf(event, 'addthumbnail', error, {})
    }
  },
  removethumbnail: formAction('removethumbnail', async (event, fields) => {
    const actor = requireActor(event)
    await removeThumbnail(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), fields)
    return { message: 'The picture has been removed' }
  }),
  movethumbnail: formAction('movethumbnail', async (event, fields) => {
    const actor = requireActor(event)
    await moveThumbnail(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), fields)
    return { message: 'The picture has been moved' }
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
  restore: formAction('restore', async (event, fields) => {
    const actor = requireActor(event)
    await restoreVersion(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), fields)
    return { message: `Version ${fields.version} is played from now on` }
  }),
  moderate: formAction(
    'moderate',
    async (event, fields) => {
      const actor = requireActor(event)
      await moderatePlace(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), fields)
      return { message: 'Visibility updated successfully!' }
    },
    ({ visibility, reason }) => visibility === 'Moderated' && reason?.trim() !== '',
  ),
  appeal: formAction('appeal', async (event, fields) => {
    const actor = requireActor(event)
    await appealTakedown(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), fields)
    return { message: 'Appeal sent' }
  }),
  // The file goes to disk while it arrives, so this action reads its body itself.
  data: async (event) => {
    const actor = requireActor(event)
    const id = placeIdOf(event.params.id)
    try {
      await readUpload(event.request, 'file', (file) =>
        updatePlaceFile(event.locals.platform, actor, id, file),
      )
      return { form: 'data', message: 'Place data updated successfully!' }
    } catch (error) {
      return failureOf(event, 'data', error, {})
    }
  },
}
