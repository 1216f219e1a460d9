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
  'accounts.moderated': 'forbidden',
  'banners.not_found': 'missing',
  'places.full': 'conflict',
  'places.not_found': 'missing',
  'places.version_not_kept': 'missing',
  'site.another_user': 'forbidden',
  'site.failed': 'failed',
  'site.form_too_large': 'oversize',
  'site.level_too_low': 'forbidden',
  'site.not_found': 'missing',
  'site.sign_in_first': 'unauthenticated',
}

export const reasonOf = (code: RefusalCode): Refusal => otherReasons[code] ?? 'invalid'
