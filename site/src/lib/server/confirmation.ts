import { t } from '#lib/texts/t.ts'
import { isForProgram } from './language.ts'

/** Messages that programs compare: see `docs/reference/site-api.md#errors`. Pages have texts of their own. */
const forPrograms = {
  'item-settings.file.done': 'Asset data updated successfully!',
  'item-settings.item.done': 'Asset updated successfully!',
  'item-settings.moderation.taken_down_now': 'Visibility updated successfully!',
  'item-settings.moderation.shown': 'Visibility updated successfully!',
  'place-settings.file.updated': 'Place data updated successfully!',
  'place-settings.hosting.new_done': 'Regenerated!',
  'place-settings.network.updated': 'Network settings updated successfully!',
  'place-settings.privacy.new_done': 'Regenerated!',
  'place-settings.privacy.updated': 'Privacy settings updated successfully!',
  'place-settings.services.updated': 'Services settings updated successfully!',
  'place-settings.view.updated': 'View settings updated successfully!',
  'privacy.saved': 'Privacy settings updated successfully!',
  'settings.email.saved': 'Email updated successfully!',
  'settings.password.saved': 'Password updated successfully!',
  'settings.profile.saved': 'Profile updated successfully!',
  'settings.styling.saved': 'Styling updated successfully!',
} as const

/** Returns the message of an action that succeeded. */
export const confirmation = (key: keyof typeof forPrograms): string =>
  isForProgram() ? forPrograms[key] : t(key)
