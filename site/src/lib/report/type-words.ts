import type { SubjectType } from '@baseplate/platform/moderation/door'
import { t } from '#lib/texts/t.ts'

const names = {
  user: 'reports.types.user',
  post: 'reports.types.post',
  comment: 'reports.types.comment',
  place: 'reports.types.place',
  asset: 'reports.types.asset',
  group: 'reports.types.group',
} as const satisfies Record<SubjectType, string>

/** Returns the name of a kind of report subject. */
export const typeWords = (type: SubjectType): string => t(names[type])
