import type { Generated } from 'kysely'
import type { Audience, PrivacySetting } from './rules.ts'

export type PrivacyColumn = `privacy_${PrivacySetting}`

/** Columns of `users`. Their default is for accounts that an older version of the site registers. */
export type PrivacyColumns = Record<PrivacyColumn, Generated<Audience>>
