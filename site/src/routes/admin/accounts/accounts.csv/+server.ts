import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportAccounts } from '@baseplate/platform/moderation/accounts/view-accounts'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Exports all accounts that pass the filters of the page. */
export const GET: RequestHandler = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  const accounts = exportAccounts(platform, actor, queryOf(event))
  return csvFile(
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
  )
}
