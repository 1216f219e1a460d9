import { unitsText } from '@baseplate/platform/foundation/money'
import { exportTransactions } from '@baseplate/platform/money/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportTransactions, (transactions, { platform }) =>
  csvFile(
    'transactions.csv',
    [
      { label: 'Date', value: ({ created }) => timeCell(created) },
      { label: 'Type', value: ({ type }) => type },
      { label: 'From', value: ({ from }) => from?.username ?? null },
      { label: 'From account', value: ({ from }) => from?.account ?? null },
      { label: 'To', value: ({ to }) => to?.username ?? null },
      { label: 'To account', value: ({ to }) => to?.account ?? null },
      { label: 'Amount', value: ({ amount }) => unitsText(amount) },
      { label: 'Fee', value: ({ fee }) => unitsText(fee) },
      { label: 'Note', value: ({ note }) => note },
      { label: 'Link', value: ({ link }) => link && platform.config.baseUrl + link },
      { label: 'Id', value: ({ id }) => id },
    ],
    transactions,
  ),
)
