import type { MessageKey } from '@baseplate/texts/keys'

/**
 * Reason of a refusal. Pages, client endpoints and the command line translate it into their own terms. `oversize`: the body exceeds
 * a limit. `conflict`: the subject's current state does not allow the request. `upstream`: another service failed. `late`: another
 * service did not answer in time. `busy`: too much work is in progress.
 */
export type Refusal =
  | 'invalid'
  | 'oversize'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'limited'
  | 'failed'
  | 'upstream'
  | 'late'
  | 'busy'

/** HTTP status of each reason. */
export const refusalStatus: Readonly<Record<Refusal, number>> = {
  invalid: 400,
  oversize: 413,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  limited: 429,
  failed: 500,
  upstream: 502,
  busy: 503,
  late: 504,
}

type CodeOf<Key> = Key extends `refusals.${infer Code}` ? Code : never

/** Stable code of a refusal, such as `places.full`. Its English message is in `texts/en/refusals.json`. */
export type RefusalCode = CodeOf<MessageKey>

/** Reasons other than `invalid`. Every code that is not listed here has the reason `invalid`. */
const otherReasons: Partial<Record<RefusalCode, Exclude<Refusal, 'invalid'>>> = {
  'accounts.access_administrators_only': 'forbidden',
  'accounts.gone': 'unauthenticated',
  'accounts.key_not_found': 'missing',
  'accounts.keys_administrators_only': 'forbidden',
  'accounts.levels_administrators_only': 'forbidden',
  'accounts.moderated': 'forbidden',
  'accounts.not_found': 'missing',
  'accounts.sign_in_busy': 'busy',
  'accounts.too_many_attempts': 'limited',
  'accounts.too_many_attempts_everywhere': 'limited',
  'accounts.too_many_attempts_from_network': 'limited',
  'appeals.creator_only': 'forbidden',
  'appeals.moderated_by_you': 'forbidden',
  'appeals.moderators_only': 'forbidden',
  'appeals.not_found': 'missing',
  'appeals.own_item': 'forbidden',
  'appeals.own_place': 'forbidden',
  'appeals.owner_only': 'forbidden',
  'appeals.refused_by_you': 'forbidden',
  'appeals.taken_down_by_you': 'forbidden',
  'assets.changing_forbidden': 'forbidden',
  'assets.draft_not_found': 'missing',
  'assets.not_found': 'missing',
  'assets.picture_not_found': 'missing',
  'assets.type_forbidden': 'forbidden',
  'audit.administrators_only': 'forbidden',
  'banners.administrators_only': 'forbidden',
  'banners.not_found': 'missing',
  'client.tools_not_configured': 'missing',
  'cloud.failed': 'upstream',
  'cloud.file_too_large': 'upstream',
  'cloud.late': 'late',
  'comments.deleting_forbidden': 'forbidden',
  'comments.not_found': 'missing',
  'economy.administrators_only': 'forbidden',
  'economy.mint_not_found': 'missing',
  'economy.mint_not_prepared': 'missing',
  'economy.payment_pending': 'failed',
  'economy.unavailable': 'failed',
  'files.images_busy': 'busy',
  'files.not_found': 'missing',
  'flags.administrators_only': 'forbidden',
  'flags.change_not_found': 'missing',
  'groups.changing_forbidden': 'forbidden',
  'groups.closed': 'missing',
  'groups.members_only': 'forbidden',
  'groups.not_found': 'missing',
  'limits.comments': 'limited',
  'limits.creations': 'limited',
  'limits.favourites': 'limited',
  'limits.follows': 'limited',
  'limits.friend_requests': 'limited',
  'limits.group_joins': 'limited',
  'limits.place_files': 'limited',
  'limits.place_pictures': 'limited',
  'limits.posts': 'limited',
  'limits.recoveries': 'limited',
  'limits.registrations': 'limited',
  'limits.reports': 'limited',
  'limits.server_starts': 'limited',
  'limits.stylings': 'limited',
  'limits.votes': 'limited',
  'metrics.moderators_only': 'forbidden',
  'moderation.level_too_low': 'forbidden',
  'moderation.moderators_only': 'forbidden',
  'moderation.not_a_warning': 'forbidden',
  'moderation.own_content': 'forbidden',
  'moderation.rank_accounts': 'forbidden',
  'moderation.rank_content': 'forbidden',
  'moderation.self': 'forbidden',
  'identity.administrators_only': 'forbidden',
  'identity.version_not_found': 'missing',
  'notifications.not_found': 'missing',
  'outfits.not_found': 'missing',
  'parties.already_in_one': 'conflict',
  'parties.friends_only': 'forbidden',
  'parties.full': 'conflict',
  'parties.member_already': 'conflict',
  'parties.not_a_member': 'conflict',
  'parties.not_found': 'missing',
  'parties.too_few_seats': 'conflict',
  'places.changing_forbidden': 'forbidden',
  'places.full': 'conflict',
  'places.moderated_setting': 'forbidden',
  'places.no_disk_space': 'failed',
  'places.not_found': 'missing',
  'places.playing_forbidden': 'forbidden',
  'places.too_many_followed': 'limited',
  'places.timeline_closed': 'forbidden',
  'places.update_not_found': 'missing',
  'places.version_not_kept': 'missing',
  'posts.deleting_forbidden': 'forbidden',
  'posts.editing_forbidden': 'forbidden',
  'posts.not_found': 'missing',
  'posts.restoring_forbidden': 'forbidden',
  'renders.administrators_only': 'forbidden',
  'renders.key_invalid': 'unauthenticated',
  'renders.not_external': 'missing',
  'renders.not_found': 'missing',
  'renders.request_failed': 'failed',
  'reports.forbidden': 'forbidden',
  'reports.not_found': 'missing',
  'reports.subject_not_found': 'missing',
  'review.forbidden': 'forbidden',
  'screenshots.not_found': 'missing',
  'screenshots.uploads_busy': 'limited',
  'servers.closing_failed': 'failed',
  'servers.closing_forbidden': 'forbidden',
  'servers.key_required': 'forbidden',
  'servers.log_unavailable': 'failed',
  'servers.moderators_only': 'forbidden',
  'servers.starting_failed': 'failed',
  'site.another_user': 'forbidden',
  'site.commit_unknown': 'busy',
  'site.database_unavailable': 'busy',
  'site.failed': 'failed',
  'site.files_unavailable': 'busy',
  'site.form_too_large': 'oversize',
  'site.level_too_low': 'forbidden',
  'site.not_found': 'missing',
  'site.sign_in_first': 'unauthenticated',
  'styling.not_found': 'missing',
  'takedowns.not_in_force': 'conflict',
  'takedowns.moderators_only': 'forbidden',
}

export const reasonOf = (code: RefusalCode): Refusal => otherReasons[code] ?? 'invalid'
