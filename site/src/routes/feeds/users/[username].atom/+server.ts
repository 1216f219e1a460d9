import { profilePath } from '@baseplate/platform/accounts/rules'
import { viewPostFeed } from '@baseplate/platform/people/door'
import { sendAtom } from '#lib/server/atom.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import { t } from '#lib/texts/t.ts'
import type { RequestHandler } from './$types'

/** Maximum length of the beginning of a post, which is the title of its entry. */
const titleLength = 80

export const GET: RequestHandler = endpoint(
  viewPostFeed,
  ({ author, posts }, { platform, event: { request, locals } }) =>
    sendAtom(request, {
      baseUrl: platform.config.baseUrl,
      path: `/feeds/users/${author}.atom`,
      page: profilePath(author),
      title: t('feeds.posts', { username: author, site: locals.branding.name }),
      author,
      entries: posts.map(({ id, text, created, updated }) => ({
        key: `post/${id}`,
        title: titleOf(text),
        path: `${profilePath(author)}/post/${id}`,
        author,
        text,
        created,
        updated,
      })),
    }),
  { username: String },
)

function titleOf(text: string): string {
  const characters = [...text.split('\n', 1).join()]
  return characters.length <= titleLength
    ? characters.join('')
    : `${characters.slice(0, titleLength).join('')}…`
}
