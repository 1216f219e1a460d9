import type { SubjectType } from '../subject-types.ts'

/** Titles of reported texts without a name. They are stored in English; pages make their own from the names. */
export const postTitle = (author: string) => `Post of ${author}`
export const commentTitle = (author: string, subject: string) => `Comment of ${author} on ${subject}`

const patterns: Partial<Record<SubjectType, RegExp>> = {
  post: /^Post of (?<author>\w*)$/,
  comment: /^Comment of (?<author>\w*) on (?<subject>.*)$/s,
}

/** Returns the names in the title of a report: the author, and for comments the name of their subject. */
export const namesInTitle = (
  type: SubjectType,
  title: string,
): Readonly<Record<string, string>> | undefined => patterns[type]?.exec(title)?.groups
