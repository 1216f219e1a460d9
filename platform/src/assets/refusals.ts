import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'assets' | 'cloud' | 'limits'> = {
  'assets.changing_forbidden': 'forbidden',
  'assets.draft_not_found': 'missing',
  'assets.not_found': 'missing',
  'assets.picture_not_found': 'missing',
  'assets.type_forbidden': 'forbidden',
  'cloud.busy': 'busy',
  'cloud.failed': 'upstream',
  'cloud.file_too_large': 'upstream',
  'cloud.late': 'late',
  'limits.cloud_assets': 'limited',
  'limits.creations': 'limited',
}
