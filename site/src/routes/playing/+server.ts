import { viewOwnPlaying } from '@baseplate/platform/places/door'
import { json } from '@sveltejs/kit'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(viewOwnPlaying, (playing) => json(playing))
