import { redirect } from '@sveltejs/kit'
import { handles } from '#lib/server/operation.ts'
import type { PageServerLoad } from './$types'

const redirects = { summary: 'Redirects to the documentation of the API.', scope: 'read' } as const

export const load: PageServerLoad = handles(redirects, () => redirect(302, '/docs/api'))
