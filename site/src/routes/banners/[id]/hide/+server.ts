import { Refused } from '@baseplate/platform/foundation/errors'
import { isOwnPath } from '@baseplate/platform/foundation/own-path'
import { redirect } from '@sveltejs/kit'
import { dismissBanner } from '#lib/server/banners.ts'
import { readFields } from '#lib/server/body.ts'
import { handles } from '#lib/server/operation.ts'
import type { RequestHandler } from './$types'

export const POST: RequestHandler = handles(
  {
    reads: ['back'],
    scope: 'browser',
    summary: 'Dismisses a banner, and redirects back to the page that it was on (`back`).',
  },
  async ({ params, request, cookies, locals }) => {
    if (!/^[a-z0-9]{1,40}$/.test(params.id)) throw new Refused('banners.not_found')
    const { back = '/' } = await readFields(request)
    dismissBanner(locals.platform, cookies, params.id)
    redirect(303, isOwnPath(back) ? back : '/')
  },
)
