import type { ContentType } from '@baseplate/platform/moderation/door'
import { t } from '#lib/texts/t.ts'

/** Names of content without a title of its own. */
const named: Partial<Record<ContentType, (name: string) => string>> = {
  post: (name) => t('moderation.takedowns.post', { name }),
  comment: (name) => t('moderation.takedowns.comment', { name }),
  description: (name) => t('moderation.takedowns.description', { name }),
  styling: (name) => t('moderation.takedowns.styling', { name }),
}

/** Returns what pages call content that was taken down. */
export const takenDownName = ({ type, name }: { type: ContentType; name: string }): string =>
  named[type]?.(name) ?? name
