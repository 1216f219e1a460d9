import { runTables } from '../support/rows/run-table.ts'
import { assets, avatars, screenshots, settingsOfClients } from './assets.table.ts'
import { rowsIn } from './hosting-modes.table.ts'
import { hosting, joining, presence, withoutPlace } from './scripts.table.ts'

runTables({
  joining,
  'hosting and place files': hosting,
  'scripts and tools without a place': withoutPlace,
  'with Gameservers.Hosting Both': rowsIn('Both'),
  presence,
  assets,
  avatars,
  'settings of clients': settingsOfClients,
  'screenshots of studios': screenshots,
})
