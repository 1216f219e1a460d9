import type { SubjectType } from '@baseplate/platform/moderation/door'
import { namesInTitle } from '@baseplate/platform/moderation/reports/rules'
import { t } from '#lib/texts/t.ts'

/** Formats the title of a report's subject in the reader's language. */
export function subjectTitle({ type, title }: { type: SubjectType; title: string }): string {
  const { author, subject } = namesInTitle(type, title) ?? {}
  if (author === undefined) return title
  return subject === undefined
    ? t('reports.post_title', { author })
    : t('reports.comment_title', { author, subject })
}

/** Formats the title of the page on which a subject is reported. */
export function reportTitle(reported: { type: SubjectType; title: string }): string {
  const { author, subject } = namesInTitle(reported.type, reported.title) ?? {}
  if (author === undefined) return t('reports.new.title', { title: reported.title })
  return subject === undefined
    ? t('reports.new.title_post', { author })
    : t('reports.new.title_comment', { author, subject })
}
