/** SQL conditions on the visibility of comments. Every query that filters by it uses one of them. */
import { sql } from 'kysely'
import type { CommentVisibility } from './rules.ts'

/**
 * The comment is neither taken down nor deleted.
 *
 * @param name the name that the query gives to the table of the comment.
 */
export const isVisible = (name: 'comment' | 'reply' | 'comments') =>
  sql<boolean>`${sql.ref(`${name}.visibility`)} = ${sql.lit<CommentVisibility>('Visible')}`
