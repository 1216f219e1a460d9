import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { unitsText } from '@baseplate/platform/foundation/money'
import { exportTransactions } from '@baseplate/platform/money/treasury/transactions'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/**
 * Exports all transactions that pass the filters of the page. The rows are streamed, so a failure midway aborts the download.
 */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  const transactions = await exportTransactions(platform, actor, queryOf(event))
  return csvFile(
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
  )
}
