import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'banners' | 'filter' | 'flags' | 'identity' | 'limits' | 'screenshots'> = {
  'banners.not_found': 'missing',
  'filter.changed': 'conflict',
  'flags.change_not_found': 'missing',
  'identity.version_not_found': 'missing',
  'limits.game_texts': 'limited',
  'screenshots.not_found': 'missing',
  'screenshots.uploads_busy': 'limited',
}
