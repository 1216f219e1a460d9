import { runTables } from '../support/rows/run-table.ts'
import { assets, avatars, screenshots, settingsOfClients } from './assets.table.ts'
import { rowsIn } from './hosting-modes.table.ts'
import { noFigures } from './minetest.table.ts'
import { hosting, joining, presence, withoutPlace } from './scripts.table.ts'
import { chatting, leaving, players, removing, verifying } from './servers.table.ts'

runTables({
  joining,
  'hosting and place files': hosting,
  'scripts and tools without a place': withoutPlace,
  'with Gameservers.Hosting Both': rowsIn('Both'),
  presence,
  'players of a server': players,
  'leaving a game': leaving,
  'verifying players': verifying,
  'kicks and bans of game servers': removing,
  'chat of a game': chatting,
  'block figures': noFigures,
  assets,
  avatars,
  'settings of clients': settingsOfClients,
  'screenshots of studios': screenshots,
})
