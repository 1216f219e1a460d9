import { viewExport } from '@baseplate/platform/accounts/door'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(viewExport, (view) =>
  Response.json(view, { headers: { 'cache-control': 'private, no-store' } }),
)
