import { deletePost, restorePost } from '@baseplate/platform/moderation/door'
import { answerPost, editPost, likePost, unlikePost } from '@baseplate/platform/people/door'
import { type Actions, redirect } from '@sveltejs/kit'
import { action } from './action.ts'

/** Actions for posts, on every page on which users act on posts. The page shows the effect, so there is no message. */
export const postActions = {
  likepost: action('likepost', likePost),
  unlikepost: action('unlikepost', unlikePost),
  answer: action('answer', answerPost, { done: ({ address }) => redirect(302, address) }),
  editpost: action('editpost', editPost),
  deletepost: action('deletepost', deletePost),
  restorepost: action('restorepost', restorePost),
} satisfies Actions
