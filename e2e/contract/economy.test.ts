import { runTables } from '../support/rows/run-table.ts'
import { groups } from './groups.table.ts'
import { burns, idempotency, mints, reading, stipendsOfLedger, transactions } from './ledger.table.ts'
import { creating, stipends } from './money.table.ts'

runTables({
  stipends,
  groups,
  'creating items': creating,
  'reading the ledger': reading,
  'stipends of the ledger': stipendsOfLedger,
  transactions,
  mints,
  burns,
  'idempotency keys': idempotency,
})
