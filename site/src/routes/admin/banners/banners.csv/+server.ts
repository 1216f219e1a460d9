import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportBanners } from '@baseplate/platform/operations/banners/view'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Exports all banners that pass the filters of the page. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  const banners = await exportBanners(platform, actor, queryOf(event))
  return csvFile(
    'banners.csv',
    [
      { label: 'Text', value: ({ text }) => text },
      { label: 'Style', value: ({ tone }) => tone },
      { label: 'Link', value: ({ link }) => link },
      { label: 'State', value: ({ state }) => state },
      { label: 'Created', value: ({ created }) => timeCell(created) },
      { label: 'From', value: ({ starts }) => timeCell(starts) },
      { label: 'Until', value: ({ ends }) => timeCell(ends) },
    ],
    banners.values(),
  )
}
