import { runTables } from '../support/rows/run-table.ts'
import { creating, listing, viewing } from './places.table.ts'
import { opinions, playing } from './playing.table.ts'
import { removals } from './removals.table.ts'
import { beginning, resuming, withdrawing } from './uploads.table.ts'

runTables({
  'creating places': creating,
  'pages of places': viewing,
  'playing and servers': playing,
  'votes, favourites and comments': opinions,
  'kicks and bans of makers': removals,
  'lists of places': listing,
  'beginning uploads': beginning,
  'resuming uploads': resuming,
  'withdrawing uploads': withdrawing,
})
