import { runTables } from '../support/rows/run-table.ts'
import { flags, registrationKeys, reviewing } from './administration.table.ts'
import { actions, endingSessions, levels, lifting, standings } from './moderation.table.ts'

runTables({
  'actions against accounts': actions,
  'lifting actions': lifting,
  'moderated users': standings,
  'sessions of moderated users': endingSessions,
  'permission levels': levels,
  'approval of items': reviewing,
  'registration keys': registrationKeys,
  'flags of clients': flags,
})
