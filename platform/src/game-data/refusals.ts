import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'data'> = {
  'data.budget': 'limited',
  'data.busy': 'busy',
  'data.changed': 'outdated',
  'data.full': 'oversize',
  'data.key_budget': 'limited',
  'data.key_reused': 'conflict',
  'data.kind_set': 'conflict',
  'data.leaderboard_not_found': 'missing',
  'data.leaderboards_full': 'conflict',
  'data.not_bytes': 'conflict',
  'data.not_found': 'missing',
  'data.not_number': 'conflict',
  'data.number_range': 'conflict',
  'data.player_elsewhere': 'conflict',
  'data.read_too_large': 'oversize',
  'data.restore_not_found': 'missing',
  'data.restore_running': 'conflict',
  'data.score_not_found': 'missing',
  'data.services_off': 'forbidden',
  'data.too_large': 'oversize',
  'data.version_not_kept': 'missing',
}
