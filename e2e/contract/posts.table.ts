import { expect } from 'vitest'
import {
  deletedOwnPost,
  likedPost,
  newPost,
  newRemovedPost,
  ownPost,
  ownRemovedPost,
  post,
  postOfBlocker,
  removedPost,
} from '../support/rows/posts.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { isRefused } from '../support/rows/shared.ts'
import { followed } from '../support/rows/users.ts'

const empty = 'A post must have content'
const long = 'x'.repeat(1_000)
const missing = { status: 404, message: 'Post not found' }

const write = (when: string, outcome: Outcome): Row => ({
  request: 'POST /user/{username}?/post',
  when,
  by: 'newcomer',
  values: { username: 'Player' },
  ...outcome,
})

export const writing: readonly Row[] = [
  write('with content', {
    input: { content: 'Look at my tower' },
    status: 302,
    location: /^\/user\/Newcomer_\d+#post-[a-z0-9]+$/,
    afterwards: {
      request: 'GET /user/{me}',
      shows: {
        posts: [
          {
            id: expect.stringMatching(/^[a-z0-9]+$/),
            created: expect.any(Number),
            content: [{ id: expect.any(String), text: 'Look at my tower', updated: expect.any(Number) }],
            visibility: 'Visible',
            answerTo: null,
            answers: 0,
            likes: 0,
            liked: false,
          },
        ],
        postsNext: null,
      },
    },
  }),
  write('with 1000 characters', {
    input: { content: long },
    status: 302,
    location: /#post-/,
    afterwards: { request: 'GET /user/{me}', shows: { posts: [{ content: [{ text: long }] }] } },
  }),
  write('with 1001 characters', {
    input: { content: `${long}x` },
    status: 400,
    errors: { content: 'Use at most 1000 characters' },
  }),
  ...['', ' \n\t', '\u200b'].map((content) =>
    write(`with ${JSON.stringify(content)}`, { input: { content }, status: 400, errors: { content: empty } }),
  ),
  write('without content', { status: 400, errors: { content: empty } }),
  write('by a visitor', { ...toLogin, input: { content: 'x' } }),
]

/** A request about a post. */
const act = (action: string, when: string, outcome: Outcome): Row => ({
  request: `POST /user/{username}?/${action}`,
  when,
  by: 'newcomer',
  given: isRefused(outcome) ? post : newPost,
  ...outcome,
  input: { id: '{id}', ...outcome.input },
})

/** Fields of the page of a post afterwards. */
const thread = (shows: object) => ({ afterwards: { request: 'GET /user/{username}/post/{id}', shows } })
const gone = { afterwards: { request: 'GET /user/{username}', shows: { posts: [] } } }

/** The refusals that all of these actions have. */
const refusals = (action: string, input: Record<string, string> = {}): Row[] => [
  act(action, 'of no post', { input: { id: 'x', ...input }, ...missing }),
  act(action, 'of a post that a moderator removed', { given: removedPost, input, ...missing }),
  act(action, 'of a user who has blocked the sender', { given: postOfBlocker, input, ...missing }),
  act(action, 'by a visitor', { ...toLogin, input }),
]

const content = { content: 'Look at my castle' }

export const editing: readonly Row[] = [
  act('editpost', 'by its author', {
    given: ownPost,
    input: content,
    status: 204,
    afterwards: {
      request: 'GET /user/{me}',
      shows: { posts: [{ content: [{ text: 'Look at my castle' }, { text: 'Look at my tower' }] }] },
    },
  }),
  act('editpost', 'by its author, with the text that it has', {
    given: ownPost,
    input: { content: 'Look at my tower' },
    status: 204,
    afterwards: {
      request: 'GET /user/{me}',
      shows: { posts: [{ content: [{ text: 'Look at my tower' }] }] },
    },
  }),
  act('editpost', 'without content', { given: ownPost, status: 400, errors: { content: empty } }),
  act('editpost', 'with 1001 characters', {
    given: ownPost,
    input: { content: `${long}x` },
    status: 400,
    errors: { content: 'Use at most 1000 characters' },
  }),
  ...(['newcomer', 'moderator'] as const).map((by) =>
    act('editpost', `of another user, by a ${by}`, {
      by,
      input: content,
      status: 403,
      message: 'You can’t edit this post',
    }),
  ),
  act('editpost', 'that a moderator removed, by its author', {
    given: ownRemovedPost,
    input: content,
    status: 403,
    message: 'You can’t edit this post',
  }),
  act('editpost', 'that its author has deleted', { given: deletedOwnPost, input: content, ...missing }),
  ...refusals('editpost', content),
]

const reason = { reason: 'Insults' }

export const removing: readonly Row[] = [
  act('deletepost', 'by its author', { given: ownPost, status: 204, ...gone }),
  act('deletepost', 'that a moderator removed, by its author', {
    given: ownRemovedPost,
    status: 204,
    ...gone,
  }),
  act('deletepost', 'by a moderator, with a reason', {
    by: 'moderator',
    input: reason,
    status: 204,
    afterwards: {
      request: 'GET /user/{username}',
      shows: { posts: [{ visibility: 'Moderated', removalReason: 'Insults' }] },
    },
  }),
  ...['', 'x'.repeat(301)].map((wrong) =>
    act('deletepost', `by a moderator, with a reason of ${wrong.length} characters`, {
      by: 'moderator',
      input: { reason: wrong },
      status: 400,
      errors: { reason: 'Enter a reason of 1 to 300 characters' },
    }),
  ),
  act('deletepost', 'of another user', { status: 403, message: 'You can’t delete this post' }),
  ...refusals('deletepost'),

  act('restorepost', 'by a moderator', {
    by: 'moderator',
    given: newRemovedPost,
    status: 204,
    afterwards: { request: 'GET /user/{username}', shows: { posts: [{ visibility: 'Visible' }] } },
  }),
  act('restorepost', 'by its author', {
    given: ownRemovedPost,
    status: 403,
    message: 'You can’t restore posts',
  }),
  ...['restorepost', 'removetext'].map((action) => act(action, 'by a visitor', toLogin)),
]

export const liking: readonly Row[] = [
  act('likepost', 'of another user', { status: 204, ...thread({ post: { likes: 1, liked: true } }) }),
  act('likepost', 'that one likes', {
    given: likedPost,
    status: 204,
    ...thread({ post: { likes: 1, liked: true } }),
  }),
  act('unlikepost', 'that one likes', {
    given: likedPost,
    status: 204,
    ...thread({ post: { likes: 0, liked: false } }),
  }),
  act('unlikepost', 'that one does not like', {
    status: 204,
    ...thread({ post: { likes: 0, liked: false } }),
  }),
  ...refusals('likepost'),
  ...refusals('unlikepost'),
]

export const answering: readonly Row[] = [
  act('answer', 'with content', {
    given: newPost,
    input: content,
    status: 302,
    location: /^\/user\/Newcomer_\d+\/post\/[a-z0-9]+#post-[a-z0-9]+$/,
    ...thread({ post: { answers: 1 }, answers: [{ content: [{ text: 'Look at my castle' }] }] }),
  }),
  act('answer', 'without content', { status: 400, errors: { content: empty } }),
  ...refusals('answer', content),
]

const page = (request: string, when: string, outcome: Outcome): Row => ({
  request,
  when,
  by: 'newcomer',
  given: post,
  ...outcome,
})

export const reading: readonly Row[] = [
  page('GET /user/{username}/post/{id}', 'of a post', {
    status: 200,
    shows: { post: { id: expect.any(String), visibility: 'Visible' }, answers: [] },
  }),
  page('GET /user/{username}/post/{id}', 'that a moderator removed', { given: removedPost, ...missing }),
  page('GET /user/{username}/post/{id}', 'that a moderator removed, by its author', {
    given: ownRemovedPost,
    status: 200,
    shows: { post: { visibility: 'Moderated', removalReason: 'Insults' } },
  }),
  page('GET /user/{username}/post/{id}', 'that its author has deleted', {
    given: deletedOwnPost,
    ...missing,
  }),
  page('GET /user/{username}/post/{id}', 'by a visitor', toLogin),
  page('GET /home', 'after a follow of a user without posts', {
    given: followed,
    status: 200,
    shows: { posts: [], postsNext: null },
  }),
  ...['/home', '/user/{username}'].map((path) =>
    page(`GET ${path}?posts=x`, 'from an unknown position', { status: 400 }),
  ),
  page('GET /home', 'by a visitor', toLogin),
]
