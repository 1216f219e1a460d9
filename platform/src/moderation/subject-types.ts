/** Types of what a report or a decision is about. */
export const subjectTypes = ['user', 'post', 'comment', 'place', 'asset', 'group'] as const
export type SubjectType = (typeof subjectTypes)[number]
