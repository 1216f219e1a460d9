import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'accounts'> = {
  'accounts.email_unverified': 'forbidden',
  'accounts.erasure_begun': 'conflict',
  'accounts.former_administrator': 'forbidden',
  'accounts.fresh_proof_required': 'forbidden',
  'accounts.gone': 'unauthenticated',
  'accounts.leaving': 'forbidden',
  'accounts.moderated': 'forbidden',
  'accounts.not_found': 'missing',
  'accounts.renamed_recently': 'limited',
}
