import { runTables } from '../support/rows/run-table.ts'
import { notifications, profiles, relations, rendering } from './people.table.ts'

runTables({
  profiles,
  'follows and friends': relations,
  'new renders of avatars': rendering,
  notifications,
})
