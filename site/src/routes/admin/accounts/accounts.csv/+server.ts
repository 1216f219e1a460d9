import { exportAccounts } from '@baseplate/platform/moderation/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportAccounts, (accounts) =>
  csvFile(
    'accounts.csv',
    [
      { label: 'Id', value: ({ id }) => id },
      { label: 'Username', value: ({ username }) => username },
      { label: 'Level', value: ({ permissionLevel }) => permissionLevel },
      { label: 'Standing', value: ({ standing }) => standing ?? 'Good' },
      { label: 'Erasure', value: ({ erasure }) => (erasure === null ? '' : timeCell(erasure)) },
      { label: 'Registered', value: ({ created }) => timeCell(created) },
    ],
    accounts,
  ),
)
