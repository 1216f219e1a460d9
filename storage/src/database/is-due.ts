import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * SQL condition: a time has come. Processes set it at most `longestMs` ahead. A time that lies further ahead was set while the
 * clock was ahead, so it has come as well: otherwise its work would wait until the clock is back there.
 */
export const isDue = (
  column: Expression<unknown>,
  { now, longestMs }: { now: number; longestMs: number },
): Expression<SqlBool> => sql<SqlBool>`(${column} <= ${now} or ${column} > ${now + longestMs})`
