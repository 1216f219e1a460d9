import { runTables } from '../support/rows/run-table.ts'
import { appearance, files, network, privacy, reading, takedowns, tickets } from './place-settings.table.ts'

runTables({
  'settings of places': reading,
  'view settings': appearance,
  'network settings': network,
  'privacy settings': privacy,
  'tickets of places': tickets,
  'place files': files,
  'taking places down': takedowns,
})
