import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportBanners } from '@baseplate/platform/operations/banners/view'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** All banners that pass the filters of the page. */
export const GET: RequestHandler = async (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  const banners = await exportBanners(
    event.locals.platform,
    actor,
    Object.fromEntries(event.url.searchParams),
  )
  return csvFile(
    'banners.csv',
    [
      { label: 'Text', value: ({ text }) => text },
      { label: 'Kind', value: ({ tone }) => tone },
      { label: 'Link', value: ({ link }) => link },
      { label: 'State', value: ({ state }) => state },
      { label: 'Made', value: ({ created }) => timeCell(created) },
      { label: 'From', value: ({ starts }) => timeCell(starts) },
      { label: 'Until', value: ({ ends }) => timeCell(ends) },
    ],
    banners.values(),
  )
}
