import type { ExportFile } from '../../foundation/exports.ts'

/** The JSON files with rows of the domains, in the order in which the texts describe them. */
export const exportFiles = [
  'account',
  'sessions',
  'people',
  'posts',
  'comments',
  'games',
  'items',
  'avatar',
  'groups',
  'payments',
  'screenshots',
  'moderation',
  'notifications',
] as const satisfies readonly ExportFile[]
