import { isProofFresh } from '@baseplate/platform/accounts/factors/rules'
import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { appealPlace, moderatePlace, viewTakedown } from '@baseplate/platform/moderation/door'
import {
  addThumbnail,
  archivePlace,
  clearWorld,
  deletePlace,
  moveThumbnail,
  placeFileInput,
  publishPlace,
  regeneratePrivateTicket,
  regenerateServerTicket,
  removeIcon,
  removeThumbnail,
  restoreVersion,
  restoreWorld,
  tagLimits,
  unarchivePlace,
  updateNetwork,
  updatePlaceFile,
  updatePrivacy,
  updateServices,
  updateView,
  viewPlaceSettings,
  withdrawPicture,
} from '@baseplate/platform/places/door'
import { maxIconBytes, maxThumbnailBytes } from '@baseplate/platform/places/pictures/rules'
import {
  maxHostNameLength,
  maxPlaceFileBytes,
  maxPlaceNameLength,
  playerLimits,
  portLimits,
} from '@baseplate/platform/places/rules'
import { type Actions, type RequestEvent, redirect } from '@sveltejs/kit'
import { t } from '#lib/texts/t.ts'
import { action } from './action.ts'
import { asActor } from './as-actor.ts'
import { readUpload } from './body.ts'
import { confirmation } from './confirmation.ts'
import { outcomeOf } from './form.ts'
import { handles, operationWith } from './operation.ts'
import { placeIdOf } from './request-url.ts'

const params = { id: placeIdOf }

/** Loads the data of all pages of a place's settings. */
export const loadPlaceSettings = handles(
  operationWith(viewPlaceSettings, params),
  async (event: RequestEvent) => {
    const { platform, actor } = asActor(event)
    const id = placeIdOf(event.params.id)
    const settings = await viewPlaceSettings(platform, actor, { id })
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
      genres: (await platform.branding.read()).genres,
      maxTags: tagLimits.count,
      maxThumbnails: platform.config.Places.Thumbnails,
      keptVersions: platform.config.Places.Versions,
      keptWorlds: platform.config.Places.Worlds,
      worldMinutes: platform.config.Orchestrator.SnapshotMinutes,
    }
  },
)

const updatesFile = {
  summary: 'Replaces the place file with the bytes of a stream. The earlier file remains as a version.',
  scope: 'places:write',
  level: permissionLevel.user,
  input: placeFileInput,
  file: { field: 'file', maxBytes: maxPlaceFileBytes },
} as const

/** The actions of all pages of a place's settings. Each page has all of them, and programs use those of the first page. */
export const placeSettingsActions = {
  view: action('view', updateView, {
    params,
    done: ({ waits }) => ({
      message: waits ? t('place-settings.view.icon_waits') : confirmation('place-settings.view.updated'),
    }),
  }),
  removeicon: action('removeicon', removeIcon, {
    params,
    done: () => ({ message: t('place-settings.view.icon_removed') }),
  }),
  addthumbnail: action('addthumbnail', addThumbnail, {
    params,
    done: ({ waits }) => ({
      message: t(waits ? 'place-settings.pictures.waits' : 'place-settings.pictures.added'),
    }),
  }),
  removethumbnail: action('removethumbnail', removeThumbnail, {
    params,
    done: () => ({ message: t('place-settings.pictures.removed') }),
  }),
  movethumbnail: action('movethumbnail', moveThumbnail, {
    params,
    done: () => ({ message: t('place-settings.pictures.moved') }),
  }),
  withdraw: action('withdraw', withdrawPicture, {
    params,
    done: () => ({ message: t('common.waiting_picture.withdrawn') }),
  }),
  network: action('network', updateNetwork, {
    params,
    done: () => ({ message: confirmation('place-settings.network.updated') }),
  }),
  privacy: action('privacy', updatePrivacy, {
    params,
    done: () => ({ message: confirmation('place-settings.privacy.updated') }),
  }),
  services: action('services', updateServices, {
    params,
    done: () => ({ message: confirmation('place-settings.services.updated') }),
  }),
  ticket: action('ticket', regenerateServerTicket, {
    params,
    done: () => ({ message: confirmation('place-settings.hosting.new_done') }),
  }),
  privatelink: action('privatelink', regeneratePrivateTicket, {
    params,
    done: () => ({ message: confirmation('place-settings.privacy.new_done') }),
  }),
  restore: action('restore', restoreVersion, {
    params,
    done: (_, __, { version = '' }) => ({ message: t('place-settings.versions.done', { number: version }) }),
  }),
  restoreworld: action('restoreworld', restoreWorld, {
    params,
    done: (_, __, { number = '' }) => ({ message: t('place-settings.world.restored_done', { number }) }),
  }),
  clearworld: action('clearworld', clearWorld, {
    params,
    done: () => ({ message: t('place-settings.world.cleared_done') }),
  }),
  publish: action('publish', publishPlace, {
    params,
    done: () => ({ message: t('place-settings.publish.done') }),
  }),
  archive: action('archive', archivePlace, {
    params,
    done: () => ({ message: t('place-settings.archive.done') }),
  }),
  unarchive: action('unarchive', unarchivePlace, {
    params,
    done: () => ({ message: t('place-settings.archive.restored') }),
  }),
  delete: action('delete', deletePlace, { params, done: () => redirect(303, '/develop') }),
  moderate: action('moderate', moderatePlace, {
    params,
    asks: ({ visibility, reason }) => visibility === 'Moderated' && reason?.trim() !== '',
    done: (_, __, { visibility }) => ({
      message:
        visibility === 'Moderated'
          ? t('place-settings.moderation.taken_down')
          : t('place-settings.moderation.restored'),
    }),
  }),
  appeal: action('appeal', appealPlace, {
    params,
    done: () => ({ message: t('place-settings.appeal.sent') }),
  }),
  // A place file is stored while it arrives, so this action reads its body itself.
  data: handles(updatesFile, async (event: RequestEvent) => {
    const { platform, actor } = asActor(event)
    const id = placeIdOf(event.params.id)
    return outcomeOf(event, 'data', {}, async () => {
      await readUpload(event.request, 'file', (file, fields) =>
        updatePlaceFile(platform, actor, id, file, fields),
      )
      return { message: confirmation('place-settings.file.updated') }
    })
  }),
} satisfies Actions
