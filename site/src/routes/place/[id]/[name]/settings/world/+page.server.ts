import { loadPlaceSettings, placeSettingsActions } from '#lib/server/place-settings.ts'

export const load = loadPlaceSettings

export const actions = placeSettingsActions
