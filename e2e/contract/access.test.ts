import { runTables } from '../support/rows/run-table.ts'
import { accounts, publishing, secondFactors, tokens, webhooks } from './access.table.ts'
import { openPages } from './pages.table.ts'

runTables({
  'second factors and passkeys': secondFactors,
  'access tokens': tokens,
  'publishing with a token': publishing,
  'renaming, exporting and deleting accounts': accounts,
  webhooks,
  'open pages, languages and favourites': openPages,
})
