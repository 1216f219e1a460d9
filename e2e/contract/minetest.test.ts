import { runTables } from '../support/rows/run-table.ts'
import { config, downloads, errors, figures, worlds } from './minetest.table.ts'

runTables(
  {
    'block figures': figures,
    'the launcher and the template': downloads,
    'worlds of a place': worlds,
    'errors of a game': errors,
  },
  config,
)
