import { Readable } from 'node:stream'
import { exportEntries } from '@baseplate/platform/money/wallet/export'
import { asActor } from '#lib/server/as-actor.ts'
import type { RequestHandler } from './$types'

/** Exports the user's transactions. The lines are streamed, so a failure midway aborts the download. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const lines = await exportEntries(platform, actor)
  const body = Readable.toWeb(Readable.from(lines, { objectMode: false })) as unknown as ReadableStream
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="transactions-${actor.username}.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}
