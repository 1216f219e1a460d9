import { runTables } from '../support/rows/run-table.ts'
import { network, privacy, services, tickets } from './place-network.table.ts'
import { appearance, files, reading, takedowns } from './place-settings.table.ts'

runTables({
  'settings of places': reading,
  'view settings': appearance,
  'network settings': network,
  'privacy settings': privacy,
  'services of places': services,
  'tickets of places': tickets,
  'place files': files,
  'taking places down': takedowns,
})
