import { Readable } from 'node:stream'
import { exportEntries } from '@baseplate/platform/money/door'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportEntries, (lines, { actor }) => {
  const body = Readable.toWeb(Readable.from(lines, { objectMode: false })) as unknown as ReadableStream
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="transactions-${actor.username}.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
})
