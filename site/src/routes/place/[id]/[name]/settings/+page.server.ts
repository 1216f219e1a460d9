import { slugOf } from '@baseplate/platform/foundation/slug'
import { appeal } from '@baseplate/platform/moderation/appeals/appeal'
import { moderatePlace } from '@baseplate/platform/moderation/takedowns/moderate-place'
import { viewTakedown } from '@baseplate/platform/moderation/takedowns/view'
import { removeIcon } from '@baseplate/platform/places/pictures/remove-icon'
import { maxIconBytes, maxThumbnailBytes } from '@baseplate/platform/places/pictures/rules'
import { addThumbnail, moveThumbnail, removeThumbnail } from '@baseplate/platform/places/pictures/thumbnails'
import {
  maxHostNameLength,
  maxPlaceFileBytes,
  maxPlaceNameLength,
  playerLimits,
  portLimits,
} from '@baseplate/platform/places/rules'
import {
  regenerateTicket,
  updateNetwork,
  updatePrivacy,
  viewPlaceSettings,
} from '@baseplate/platform/places/settings'
import { updateView } from '@baseplate/platform/places/update-view'
import { restoreVersion } from '@baseplate/platform/places/versions/restore'
import { updatePlaceFile } from '@baseplate/platform/places/versions/update-file'
import { asActor } from '#lib/server/as-actor.ts'
import { readUpload } from '#lib/server/body.ts'
import { actorAction, fileAction, outcomeOf } from '#lib/server/form.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
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
    maxNameLength: maxPlaceNameLength,
    maxHostNameLength,
    playerLimits,
    portLimits,
    maxThumbnailBytes,
    maxThumbnails: platform.config.Places.Thumbnails,
    keptVersions: platform.config.Places.Versions,
  }
}

export const actions: Actions = {
  view: fileAction(
    'view',
    { field: 'icon', maxBytes: maxIconBytes },
    async ({ platform, actor, event }, fields, icon) => {
      await updateView(platform, actor, placeIdOf(event.params.id), fields, icon)
      return { message: 'View settings updated successfully!' }
    },
  ),
  removeicon: actorAction('removeicon', async ({ platform, actor, event }) => {
    await removeIcon(platform, actor, placeIdOf(event.params.id))
    return { message: 'The icon has been removed' }
  }),
  addthumbnail: fileAction(
    'addthumbnail',
    { field: 'picture', maxBytes: maxThumbnailBytes },
    async ({ platform, actor, event }, _fields, picture) => {
      await addThumbnail(platform, actor, placeIdOf(event.params.id), picture)
      return { message: 'The picture has been added' }
    },
  ),
  removethumbnail: actorAction('removethumbnail', async ({ platform, actor, event }, fields) => {
    await removeThumbnail(platform, actor, placeIdOf(event.params.id), fields)
    return { message: 'The picture has been removed' }
  }),
  movethumbnail: actorAction('movethumbnail', async ({ platform, actor, event }, fields) => {
    await moveThumbnail(platform, actor, placeIdOf(event.params.id), fields)
    return { message: 'The picture has been moved' }
  }),
  network: actorAction('network', async ({ platform, actor, event }, fields) => {
    await updateNetwork(platform, actor, placeIdOf(event.params.id), fields)
    return { message: 'Network settings updated successfully!' }
  }),
  privacy: actorAction('privacy', async ({ platform, actor, event }, fields) => {
    await updatePrivacy(platform, actor, placeIdOf(event.params.id), fields)
    return { message: 'Privacy settings updated successfully!' }
  }),
  ticket: actorAction('ticket', async ({ platform, actor, event }) => {
    await regenerateTicket(platform, actor, placeIdOf(event.params.id), 'server_ticket')
    return { message: 'Regenerated!' }
  }),
  privatelink: actorAction('privatelink', async ({ platform, actor, event }) => {
    await regenerateTicket(platform, actor, placeIdOf(event.params.id), 'private_ticket')
    return { message: 'Regenerated!' }
  }),
  restore: actorAction('restore', async ({ platform, actor, event }, fields) => {
    await restoreVersion(platform, actor, placeIdOf(event.params.id), fields)
    return { message: `Version ${fields.version} is played from now on` }
  }),
  moderate: actorAction(
    'moderate',
    async ({ platform, actor, event }, fields) => {
      await moderatePlace(platform, actor, placeIdOf(event.params.id), fields)
      return { message: 'Visibility updated successfully!' }
    },
    ({ visibility, reason }) => visibility === 'Moderated' && reason?.trim() !== '',
  ),
  appeal: actorAction('appeal', async ({ platform, actor, event }, fields) => {
    await appeal(platform, actor, { type: 'place', id: placeIdOf(event.params.id) }, fields)
    return { message: 'Appeal sent' }
  }),
  // A place file is written to disk while it arrives, so this action reads its body itself.
  data: async (event) => {
    const { platform, actor } = asActor(event)
    const id = placeIdOf(event.params.id)
    return outcomeOf(event, 'data', {}, async () => {
      await readUpload(event.request, 'file', (file) => updatePlaceFile(platform, actor, id, file))
      return { message: 'Place data updated successfully!' }
    })
  },
}
