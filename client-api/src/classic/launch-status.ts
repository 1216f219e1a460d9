import type { Problem } from '@baseplate/platform/foundation/problem'

/** Statuses of the place launcher. Clients ask again after the first two. */
export const launchStatus = {
  waiting: 0,
  loading: 1,
  join: 2,
  disabled: 3,
  error: 4,
  ended: 5,
  full: 6,
  followedLeft: 10,
  restricted: 11,
  unauthorised: 12,
} as const

export type LaunchStatus = (typeof launchStatus)[keyof typeof launchStatus]

const byCode: Readonly<Partial<Record<string, LaunchStatus>>> = {
  'accounts.leaving': launchStatus.unauthorised,
  'accounts.moderated': launchStatus.unauthorised,
  'accounts.second_factor_setup_required': launchStatus.unauthorised,
  'places.archived': launchStatus.disabled,
  'places.banned': launchStatus.restricted,
  'places.full': launchStatus.full,
  'places.playing_forbidden': launchStatus.unauthorised,
  'site.sign_in_first': launchStatus.unauthorised,
}

/**
 * Returns the status for a refusal.
 *
 * @param isPrivate whether the client sent the code of a private place. A place that it does not open is restricted, whether the
 * place exists or not.
 */
export const statusOfRefusal = (code: Problem['code'], isPrivate: boolean): LaunchStatus =>
  code === 'places.not_found' && isPrivate ? launchStatus.restricted : (byCode[code] ?? launchStatus.error)
