import { runTables } from '../support/rows/run-table.ts'
import { registration, signingIn } from './accounts.table.ts'
import { passwords, profiles, styling } from './settings.table.ts'

runTables({
  registration,
  'signing in and out': signingIn,
  'profile settings': profiles,
  'changing a password': passwords,
  'profile styling': styling,
})
