import { isProofFresh } from '@baseplate/platform/accounts/factors/rules'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { appealPlace } from '@baseplate/platform/moderation/appeals/appeal'
import { moderatePlace } from '@baseplate/platform/moderation/takedowns/moderate-place'
import { viewTakedown } from '@baseplate/platform/moderation/takedowns/view'
import { archivePlace, unarchivePlace } from '@baseplate/platform/places/archive'
import { deletePlace } from '@baseplate/platform/places/delete'
import { tagLimits } from '@baseplate/platform/places/genres/rules'
import { removeIcon } from '@baseplate/platform/places/pictures/remove-icon'
import { maxIconBytes, maxThumbnailBytes } from '@baseplate/platform/places/pictures/rules'
import { addThumbnail, moveThumbnail, removeThumbnail } from '@baseplate/platform/places/pictures/thumbnails'
import { withdrawPicture } from '@baseplate/platform/places/pictures/waiting/withdraw'
import { publishPlace } from '@baseplate/platform/places/publish'
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
import { type Actions, type RequestEvent, redirect } from '@sveltejs/kit'
import { t } from '#lib/texts/t.ts'
import { action } from './action.ts'
import { asActor } from './as-actor.ts'
import { readUpload } from './body.ts'
import { confirmation } from './confirmation.ts'
import { actorAction, fileAction, outcomeOf } from './form.ts'
import { provenAction } from './proven-action.ts'
import { placeIdOf } from './request-url.ts'

/** Loads the data of all pages of a place's settings. Programs read it from the first page. */
export async function loadPlaceSettings(event: RequestEvent) {
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
    waitDays: platform.config.Deletion.WaitDays,
    /** Whether the deletion needs no further proof of the viewer's identity. */
    fresh: isProofFresh(actor, platform.now()),
    maxIconBytes,
    maxNameLength: maxPlaceNameLength,
    maxHostNameLength,
    playerLimits,
    portLimits,
    maxThumbnailBytes,
    genres: (await platform.identity.read()).genres,
    maxTags: tagLimits.count,
    maxThumbnails: platform.config.Places.Thumbnails,
    keptVersions: platform.config.Places.Versions,
  }
}

/** The actions of all pages of a place's settings. Each page has all of them, and programs use those of the first page. */
export const placeSettingsActions = {
  view: fileAction(
    'view',
    { field: 'icon', maxBytes: maxIconBytes },
    async ({ platform, actor, event }, fields, icon) => {
      const { waits } = await updateView(platform, actor, placeIdOf(event.params.id), fields, icon)
      return {
        message: waits ? t('place-settings.view.icon_waits') : confirmation('place-settings.view.updated'),
      }
    },
  ),
  removeicon: actorAction('removeicon', async ({ platform, actor, event }) => {
    await removeIcon(platform, actor, placeIdOf(event.params.id))
    return { message: t('place-settings.view.icon_removed') }
  }),
  addthumbnail: fileAction(
    'addthumbnail',
    { field: 'picture', maxBytes: maxThumbnailBytes },
    async ({ platform, actor, event }, _fields, picture) => {
      const { waits } = await addThumbnail(platform, actor, placeIdOf(event.params.id), picture)
      return { message: t(waits ? 'place-settings.pictures.waits' : 'place-settings.pictures.added') }
    },
  ),
  removethumbnail: actorAction('removethumbnail', async ({ platform, actor, event }, fields) => {
    await removeThumbnail(platform, actor, placeIdOf(event.params.id), fields)
    return { message: t('place-settings.pictures.removed') }
  }),
  movethumbnail: actorAction('movethumbnail', async ({ platform, actor, event }, fields) => {
    await moveThumbnail(platform, actor, placeIdOf(event.params.id), fields)
    return { message: t('place-settings.pictures.moved') }
  }),
  /** Withdraws a picture that waits for review. */
  withdraw: actorAction('withdraw', async ({ platform, actor, event }, fields) => {
    await withdrawPicture(platform, actor, placeIdOf(event.params.id), fields)
    return { message: t('common.waiting_picture.withdrawn') }
  }),
  network: actorAction('network', async ({ platform, actor, event }, fields) => {
    await updateNetwork(platform, actor, placeIdOf(event.params.id), fields)
    return { message: confirmation('place-settings.network.updated') }
  }),
  privacy: actorAction('privacy', async ({ platform, actor, event }, fields) => {
    await updatePrivacy(platform, actor, placeIdOf(event.params.id), fields)
    return { message: confirmation('place-settings.privacy.updated') }
  }),
  ticket: actorAction('ticket', async ({ platform, actor, event }) => {
    await regenerateTicket(platform, actor, placeIdOf(event.params.id), 'server_ticket')
    return { message: confirmation('place-settings.hosting.new_done') }
  }),
  privatelink: actorAction('privatelink', async ({ platform, actor, event }) => {
    await regenerateTicket(platform, actor, placeIdOf(event.params.id), 'private_ticket')
    return { message: confirmation('place-settings.privacy.new_done') }
  }),
  restore: actorAction('restore', async ({ platform, actor, event }, fields) => {
    await restoreVersion(platform, actor, placeIdOf(event.params.id), fields)
    return { message: t('place-settings.versions.done', { number: fields.version ?? '' }) }
  }),
  /** Publishes a draft. A published place stays as it is. */
  publish: actorAction('publish', async ({ platform, actor, event }) => {
    await publishPlace(platform, actor, placeIdOf(event.params.id))
    return { message: t('place-settings.publish.done') }
  }),
  /** Archives a place: it leaves all lists, and nobody can play it. */
  archive: actorAction('archive', async ({ platform, actor, event }) => {
    await archivePlace(platform, actor, placeIdOf(event.params.id))
    return { message: t('place-settings.archive.done') }
  }),
  /** Puts an archived place back as it was. */
  unarchive: actorAction('unarchive', async ({ platform, actor, event }) => {
    await unarchivePlace(platform, actor, placeIdOf(event.params.id))
    return { message: t('place-settings.archive.restored') }
  }),
  /** Deletes a place of the user. `name` is its name, typed again. */
  delete: provenAction('delete', async ({ platform, actor, event }, fields) => {
    await deletePlace(platform, actor, placeIdOf(event.params.id), fields)
    redirect(303, '/develop')
  }),
  moderate: action('moderate', moderatePlace, {
    params: { id: placeIdOf },
    asks: ({ visibility, reason }) => visibility === 'Moderated' && reason?.trim() !== '',
    done: (_, __, { visibility }) => ({
      message:
        visibility === 'Moderated'
          ? t('place-settings.moderation.taken_down')
          : t('place-settings.moderation.restored'),
    }),
  }),
  appeal: action('appeal', appealPlace, {
    params: { id: placeIdOf },
    done: () => ({ message: t('place-settings.appeal.sent') }),
  }),
  // A place file is stored while it arrives, so this action reads its body itself.
  data: async (event: RequestEvent) => {
    const { platform, actor } = asActor(event)
    const id = placeIdOf(event.params.id)
    return outcomeOf(event, 'data', {}, async () => {
      await readUpload(event.request, 'file', (file, fields) =>
        updatePlaceFile(platform, actor, id, file, fields),
      )
      return { message: confirmation('place-settings.file.updated') }
    })
  },
} satisfies Actions
