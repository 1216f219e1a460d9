import { isPostgres } from '@baseplate/storage/database/dialect'
import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

type Column = ColumnDefinitionBuilder

export const required = (column: Column) => column.notNull()

/** A count or a 0/1 flag that begins at 0. */
export const zeroByDefault = (column: Column) => column.notNull().defaultTo(0)

export const emptyByDefault = (column: Column) => column.notNull().defaultTo('')

/** Rows that are deleted together with the row that they refer to. */
const ownedBy = (reference: string) => (column: Column) =>
  column.notNull().references(reference).onDelete('cascade')

export const ofUser = ownedBy('users.id')
export const ofPlace = ownedBy('places.id')
export const ofAsset = ownedBy('assets.id')
export const ofGroup = ownedBy('groups.id')
/** As `ofAsset`, `ofPlace` and `ofGroup`, for rows that may belong to something else. */
export const assetOrNull = (column: Column) => column.references('assets.id').onDelete('cascade')
export const placeOrNull = (column: Column) => column.references('places.id').onDelete('cascade')
export const groupOrNull = (column: Column) => column.references('groups.id').onDelete('cascade')

export const ofPost = ownedBy('posts.id')

/** The user's id is also the table's primary key. */
export const oneOfUser = (column: Column) => column.primaryKey().references('users.id').onDelete('cascade')

export const userOrNull = (column: Column) => column.references('users.id').onDelete('set null')

export const oneOfPlace = (column: Column) => column.primaryKey().references('places.id').onDelete('cascade')

export const oneOfAsset = (column: Column) => column.primaryKey().references('assets.id').onDelete('cascade')

/** The unit of a period of statistics. */
export const calendarUnit = (column: Column) => column.notNull().check(sql`unit in ('hour', 'day', 'month')`)

/**
 * Text in the order of its code points, which is SQLite's default. PostgreSQL would use the order of the database's language,
 * in which names with the same beginning need not be neighbours.
 */
export const byCodePoint = (db: Kysely<unknown>) => (isPostgres(db) ? sql`text collate "C"` : 'text')
