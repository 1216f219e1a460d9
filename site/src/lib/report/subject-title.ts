import type { SubjectType } from '@baseplate/platform/moderation/reports/rules'
import { namesInTitle } from '@baseplate/platform/moderation/reports/titles'
import { t } from '#lib/texts/t.ts'

/** Formats the title of a report's subject in the reader's language. */
export function subjectTitle({ type, title }: { type: SubjectType; title: string }): string {
  const { author, subject } = namesInTitle(type, title) ?? {}
  if (author === undefined) return title
  return subject === undefined
    ? t('reports.post_title', { author })
    : t('reports.comment_title', { author, subject })
}
