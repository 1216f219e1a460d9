import { deletePost, restorePost } from '@baseplate/platform/moderation/takedowns/moderate-post'
import { answerPost } from '@baseplate/platform/people/posts/answer'
import { likePost, unlikePost } from '@baseplate/platform/people/posts/like'
import { editPost } from '@baseplate/platform/people/posts/write'
import { type Actions, redirect } from '@sveltejs/kit'
import { action } from './action.ts'
import { actorAction } from './form.ts'

/** Actions for posts, on every page on which users act on posts. The page shows the effect, so there is no message. */
export const postActions = {
  likepost: actorAction('likepost', async ({ platform, actor }, fields) => {
    await likePost(platform, actor, fields.id ?? '')
    return undefined
  }),
  unlikepost: actorAction('unlikepost', async ({ platform, actor }, fields) => {
    await unlikePost(platform, actor, fields.id ?? '')
    return undefined
  }),
  answer: actorAction('answer', async ({ platform, actor }, fields) => {
    const { address } = await answerPost(platform, actor, fields.id ?? '', fields)
    redirect(302, address)
  }),
  editpost: actorAction('editpost', async ({ platform, actor }, fields) => {
    await editPost(platform, actor, fields.id ?? '', fields)
    return undefined
  }),
  deletepost: action('deletepost', deletePost),
  restorepost: action('restorepost', restorePost),
} satisfies Actions
