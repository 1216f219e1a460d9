import { runTables } from '../support/rows/run-table.ts'
import { buying, listing, viewing } from './catalog.table.ts'
import { commenting, rendering, settingsOfItems } from './items.table.ts'

runTables({
  'lists and the search of the catalog': listing,
  'pages of items': viewing,
  buying,
  'comments on items': commenting,
  'new renders of items': rendering,
  'settings of items': settingsOfItems,
})
