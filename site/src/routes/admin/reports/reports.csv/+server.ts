import { exportReports } from '@baseplate/platform/moderation/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportReports, (reports) =>
  csvFile(
    'reports.csv',
    [
      { label: 'Id', value: ({ id }) => id },
      { label: 'Reported', value: ({ created }) => timeCell(created) },
      { label: 'State', value: ({ state }) => state },
      { label: 'Type', value: ({ type }) => type },
      { label: 'Category', value: ({ category }) => category },
      { label: 'Reporter', value: ({ reporter }) => reporter },
      { label: 'Reported user', value: ({ owner }) => owner },
      { label: 'Title', value: ({ title }) => title },
      { label: 'Reported text', value: ({ text }) => text },
      { label: 'Note', value: ({ note }) => note },
      { label: 'Link', value: ({ link }) => link },
      { label: 'Address', value: ({ address }) => address },
      { label: 'Claimed by', value: ({ assignee }) => assignee },
      { label: 'Closed', value: ({ closed }) => timeCell(closed) },
      { label: 'Outcome', value: ({ outcome }) => outcome },
      { label: 'Closing note', value: ({ closingNote }) => closingNote },
      { label: 'Priority', value: ({ priority }) => priority },
    ],
    reports,
  ),
)
