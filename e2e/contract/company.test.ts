import { runTables } from '../support/rows/run-table.ts'
import { blocks, outfits, parties, privacy } from './company.table.ts'

runTables({ parties, 'blocked and muted users': blocks, privacy, 'outfits and looks': outfits })
