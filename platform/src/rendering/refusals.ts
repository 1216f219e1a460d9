import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'renders'> = {
  'renders.administrators_only': 'forbidden',
  'renders.key_invalid': 'unauthenticated',
  'renders.not_external': 'missing',
  'renders.not_found': 'missing',
  'renders.request_failed': 'failed',
}
