import { runTables } from '../support/rows/run-table.ts'
import { configOf, rowsIn } from './hosting-modes.table.ts'

runTables({ 'with Gameservers.Hosting Selfhosted': rowsIn('Selfhosted') }, configOf('Selfhosted'))
