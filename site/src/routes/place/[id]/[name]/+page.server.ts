import { countUpdateComments } from '@baseplate/platform/comments/queries'
import { type Comment, commentsPerPage, viewComments } from '@baseplate/platform/comments/view-comments'
import type { Db } from '@baseplate/platform/foundation/database'
import { deletePlaceComment } from '@baseplate/platform/moderation/takedowns/moderate-comment'
import { viewTakedown } from '@baseplate/platform/moderation/takedowns/view'
import { commentOnPlace } from '@baseplate/platform/places/comments/comment'
import { favouritePlace, unfavouritePlace } from '@baseplate/platform/places/favourites/favourite'
import { listMoreBy } from '@baseplate/platform/places/lists/more-by'
import { similarPlaces } from '@baseplate/platform/places/lists/similar'
import { closeServer } from '@baseplate/platform/places/servers/close-server'
import { startServer } from '@baseplate/platform/places/servers/start-server'
import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { joinOrWait, leaveAnyLine } from '@baseplate/platform/places/sessions/join-or-wait'
import { positionOf } from '@baseplate/platform/places/sessions/line'
import { maxCommentsCounted } from '@baseplate/platform/places/updates/rules'
import { viewUpdate, viewUpdates } from '@baseplate/platform/places/updates/view'
import { writeNotes } from '@baseplate/platform/places/updates/write-notes'
import { viewPlace } from '@baseplate/platform/places/view'
import type { VoteMove } from '@baseplate/platform/places/votes/rules'
import { voteOnPlace } from '@baseplate/platform/places/votes/vote'
import { acceptsComments } from '@baseplate/platform/social/permit-comment'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { tabOf } from '#lib/place/page-tabs.ts'
import { action } from '#lib/server/action.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { readFields } from '#lib/server/body.ts'
import { placeCard } from '#lib/server/cards.ts'
import { actorAction, outcomeOf } from '#lib/server/form.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import { senderOf } from '#lib/server/route-call.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

/** Conversations shown below the description. */
const latestComments = 3

/** Similar games: whole rows of two or three. Wider pages show one row and leave out the rest. */
const shelfLength = 6

const isYes = (field: string | undefined) => field === 'true' || field === 'on' || field === '1'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const id = placeIdOf(event.params.id)
  const place = await viewPlace(platform, actor, id, privateTicketOf(event))
  if (event.params.name !== place.slug) redirect(302, `/place/${id}/${place.slug}${event.url.search}`)
  const tab = tabOf(event.url)
  const commentsShown = {
    cursor: event.url.searchParams.get('comments') ?? undefined,
    limit: tab === 'comments' ? commentsPerPage : latestComments,
  }
  const [{ comments, next }, canComment, updates, line, similar, takedown, moreBy] = await Promise.all([
    viewComments(platform.db, actor, { about: 'place', id, version: 0 }, commentsShown),
    acceptsComments(platform.db, actor, place.ownerUser?.id ?? null),
    tab === 'updates' ? updatesOf(event, id) : undefined,
    positionOf(platform.db, id, actor.id, platform.now()),
    similarPlaces(platform, place, shelfLength),
    place.manages ? viewTakedown(platform, actor, id) : null,
    listMoreBy(platform, place),
  ])
  const areAllShown = next === null && commentsShown.cursor === undefined
  return {
    ...place,
    tab,
    canComment,
    comments,
    nextComments: next,
    /** Visible comments, without those on updates. Counted up to 100. */
    commentCount: areAllShown ? countShown(comments) : await countComments(platform.db, id),
    ...updates,
    line: line ?? null,
    similar: similar.map(placeCard),
    takedown,
    moreBy: moreBy.map(placeCard),
  }
}

const countShown = (comments: readonly Comment[]): number =>
  comments.reduce((sum, { content, replies }) => sum + (content === null ? 0 : 1) + countShown(replies), 0)

const countComments = async (db: Db, placeId: number): Promise<number> =>
  (await countUpdateComments(db, placeId, [0], maxCommentsCounted)).get(0) ?? 0

/** Returns the updates of a place, and the one that the URL names. */
async function updatesOf(event: RequestEvent, placeId: number) {
  const { platform, actor } = asActor(event)
  const query = event.url.searchParams
  const version = numberOf(query.get('update'))
  const cursor = query.get('comments') ?? undefined
  return {
    updates: await viewUpdates(platform, placeId, numberOf(query.get('before'))),
    update: version === undefined ? null : await viewUpdate(platform, actor, { placeId, version, cursor }),
  }
}

/** Parses the number of a version; undefined for any other text. */
const numberOf = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/** Makes the action of a vote. The page shows the effect, so there is no message. */
const vote = (move: VoteMove) =>
  actorAction(move, async ({ platform, actor, event }, { privateTicket }) => {
    await voteOnPlace(platform, actor, placeIdOf(event.params.id), move, privateTicket)
    return undefined
  })

export const actions: Actions = {
  join: async (event) => {
    const { platform, actor } = asActor(event)
    const { wait, ...fields } = await readFields(event.request)
    const id = placeIdOf(event.params.id)
    if (!isYes(wait)) {
      return outcomeOf(event, 'join', fields, () => joinPlace(platform, actor, id, fields.privateTicket))
    }
    return outcomeOf(event, 'wait', fields, async () => {
      const outcome = await joinOrWait(platform, actor, id, fields.privateTicket)
      return 'position' in outcome ? { ...outcome, pending: true } : outcome
    })
  },
  leaveline: actorAction('leaveline', async ({ platform, actor }) => {
    await leaveAnyLine(platform, actor)
    return undefined
  }),
  notes: actorAction('notes', async ({ platform, actor, event }, fields) => {
    await writeNotes(platform, actor, placeIdOf(event.params.id), fields)
    return { message: t('gamepage.updates.saved') }
  }),
  // The page shows messages at the form of the reply that they are about.
  comment: handles(operationWith(commentOnPlace, { id: placeIdOf }), async (event: RequestEvent) => {
    const { platform, actor } = asActor(event)
    const { privateTicket, ...fields } = await readFields(event.request)
    const form = fields.replyId ? `reply-${fields.replyId}` : 'comment'
    return outcomeOf(event, form, fields, async () => {
      const input = { ...fields, privateTicket, id: placeIdOf(event.params.id) }
      await commentOnPlace(platform, actor, input, senderOf(event))
      return undefined
    })
  }),
  deletecomment: action('deletecomment', deletePlaceComment, { params: { id: placeIdOf } }),
  start: actorAction('start', async ({ platform, actor, event }, fields) => {
    const { address } = event.locals
    await startServer(platform, actor, placeIdOf(event.params.id), address, fields.privateTicket)
    return undefined
  }),
  close: actorAction('close', async ({ platform, actor, event }, fields) => {
    await closeServer(platform, actor, placeIdOf(event.params.id), fields.privateTicket)
    return undefined
  }),
  favourite: actorAction('favourite', async ({ platform, actor, event }, { privateTicket }) => {
    await favouritePlace(platform, actor, placeIdOf(event.params.id), privateTicket)
    return undefined
  }),
  unfavourite: actorAction('unfavourite', async ({ platform, actor, event }, { privateTicket }) => {
    await unfavouritePlace(platform, actor, placeIdOf(event.params.id), privateTicket)
    return undefined
  }),
  /** Likes a place. A dislike is withdrawn, and repeating it changes nothing. */
  like: vote('like'),
  /** Withdraws a like, if there is one. */
  unlike: vote('unlike'),
  /** Dislikes a place. A like is withdrawn, and repeating it changes nothing. */
  dislike: vote('dislike'),
  /** Withdraws a dislike, if there is one. */
  undislike: vote('undislike'),
}
