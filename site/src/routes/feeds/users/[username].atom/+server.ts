import { profilePath } from '@baseplate/platform/accounts/rules'
import { viewPostFeed } from '@baseplate/platform/people/posts/feed'
import { feedEntries, sendAtom } from '#lib/server/atom.ts'
import { t } from '#lib/texts/t.ts'
import type { RequestHandler } from './$types'

/** Maximum length of the beginning of a post, which is the title of its entry. */
const titleLength = 80

/** The posts of a user who offers them to everybody: docs/reference/site-api.md#feeds. */
export const GET: RequestHandler = async ({ request, params, locals: { platform, identity } }) => {
  const { author, posts } = await viewPostFeed(platform, params.username, feedEntries)
  return sendAtom(request, {
    baseUrl: platform.config.baseUrl,
    path: `/feeds/users/${author}.atom`,
    page: profilePath(author),
    title: t('feeds.posts', { username: author, site: identity.name }),
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
  })
}

function titleOf(text: string): string {
  const characters = [...text.split('\n', 1).join()]
  return characters.length <= titleLength
    ? characters.join('')
    : `${characters.slice(0, titleLength).join('')}…`
}
