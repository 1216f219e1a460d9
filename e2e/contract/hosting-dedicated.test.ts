import { runTables } from '../support/rows/run-table.ts'
import { configOf, rowsIn } from './hosting-modes.table.ts'

runTables({ 'with Gameservers.Hosting Dedicated': rowsIn('Dedicated') }, configOf('Dedicated'))
