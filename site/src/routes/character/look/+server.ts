import { viewLook } from '@baseplate/platform/avatars/door'
import { json } from '@sveltejs/kit'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(viewLook, ({ colours, worn }) =>
  json(
    { colours, worn: worn.map(({ id, type }) => ({ id, type })) },
    { headers: { 'cache-control': 'private, no-store' } },
  ),
)
