/** PostgreSQL's `character_not_in_repertoire` (its manual, appendix A): a text has a NUL in it, and it takes none. */
const postgresNotText = '22021'

/** Whether a statement failed because of a character that no text has. Nobody types one: programs send them. */
export const isNotText = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === postgresNotText
