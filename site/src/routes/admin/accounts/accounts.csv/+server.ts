import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportAccounts } from '@baseplate/platform/moderation/accounts/view-accounts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** All accounts that pass the filters of the page. */
export const GET: RequestHandler = (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  const accounts = exportAccounts(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
  return csvFile(
    'accounts.csv',
    [
      { label: 'Id', value: ({ id }) => id },
      { label: 'Username', value: ({ username }) => username },
      { label: 'Level', value: ({ permissionLevel }) => permissionLevel },
      { label: 'Standing', value: ({ standing }) => standing ?? 'Good' },
      { label: 'Registered', value: ({ created }) => timeCell(created) },
    ],
    accounts,
  )
}
