/** The tables of the domain join the type of the database where the platform is opened. */
import type {} from './tables.ts'

export { searchPageInput } from './input.ts'
export { searchAll } from './search-all.ts'
export { searchPeople } from './search-people.ts'
export { suggest } from './suggest.ts'
