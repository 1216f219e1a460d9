import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'appeals' | 'limits' | 'moderation' | 'reports' | 'takedowns'> = {
  'appeals.creator_only': 'forbidden',
  'appeals.moderated_by_you': 'forbidden',
  'appeals.not_found': 'missing',
  'appeals.own_item': 'forbidden',
  'appeals.own_place': 'forbidden',
  'appeals.owner_only': 'forbidden',
  'appeals.refused_by_you': 'forbidden',
  'appeals.taken_down_by_you': 'forbidden',
  'limits.reports': 'limited',
  'moderation.level_too_low': 'forbidden',
  'moderation.moderators_only': 'forbidden',
  'moderation.not_a_warning': 'forbidden',
  'moderation.own_content': 'forbidden',
  'moderation.rank_accounts': 'forbidden',
  'moderation.rank_content': 'forbidden',
  'moderation.self': 'forbidden',
  'reports.no_chat': 'conflict',
  'reports.not_found': 'missing',
  'reports.subject_not_found': 'missing',
  'takedowns.not_in_force': 'conflict',
}
