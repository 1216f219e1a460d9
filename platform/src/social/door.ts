/** The tables of the domain join the type of the database where the platform is opened. */
import type {} from './tables.ts'
