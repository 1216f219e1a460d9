import { viewBadgesOf } from '@baseplate/platform/badges/door'
import { badgesOnPage } from '@baseplate/platform/badges/rules'
import {
  type Comment,
  commentsPerPage,
  countUpdateComments,
  viewComments,
} from '@baseplate/platform/comments/door'
import { isOn } from '@baseplate/platform/foundation/is-on'
import { offersData, viewLeaderboards } from '@baseplate/platform/game-data/door'
import { deletePlaceComment, viewTakedown } from '@baseplate/platform/moderation/door'
import {
  closeServer,
  commentOnPlace,
  favouritePlace,
  joinOrWait,
  joinPlace,
  leaveAnyLine,
  leavePlace,
  listMoreBy,
  positionOf,
  similarPlaces,
  startServer,
  unfavouritePlace,
  viewPlace,
  viewUpdate,
  viewUpdates,
  voteOnPlace,
  writeNotes,
} from '@baseplate/platform/places/door'
import { maxCommentsCounted } from '@baseplate/platform/places/updates/rules'
import type { Platform } from '@baseplate/platform/platform'
import { acceptsComments } from '@baseplate/platform/social/door'
import { redirect } from '@sveltejs/kit'
import { tabOf } from '#lib/place/page-tabs.ts'
import { action } from '#lib/server/action.ts'
import { type Acting, asActor, forUsers } from '#lib/server/as-actor.ts'
import { readFields } from '#lib/server/body.ts'
import { placeCard } from '#lib/server/cards.ts'
import { outcomeOf } from '#lib/server/form.ts'
import { operationWith } from '#lib/server/operation.ts'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import { senderOf } from '#lib/server/route-call.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent, RequestEvent } from './$types'

/** Conversations shown below the description. */
const latestComments = 3

/** Similar games: whole rows of two or three. Wider pages show one row and leave out the rest. */
const shelfLength = 6

const { summary, scope } = viewPlace

export const load: PageServerLoad = forUsers(
  { reads: ['comments', 'update', 'before', 'tab', 'privateServer'], summary, scope },
  async ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
    const id = placeIdOf(event.params.id)
    const place = await viewPlace(platform, actor, { id, privateServer: privateTicketOf(event) })
    if (event.params.name !== place.slug) redirect(302, `/place/${id}/${place.slug}${event.url.search}`)
    const tab = tabOf(event.url)
    const commentsShown = {
      cursor: event.url.searchParams.get('comments') ?? undefined,
      limit: tab === 'comments' ? commentsPerPage : latestComments,
    }
    const [
      { comments, next },
      canComment,
      updates,
      line,
      similar,
      takedown,
      moreBy,
      data,
      leaderboards,
      badges,
    ] = await Promise.all([
      viewComments(platform.db, actor, { about: 'place', id, version: 0 }, commentsShown),
      acceptsComments(platform.db, actor, place.ownerUser?.id ?? null),
      tab === 'updates' ? updatesOf(event, id) : undefined,
      positionOf(platform.db, id, actor.id, platform.now()),
      similarPlaces(platform, place, shelfLength),
      place.manages ? viewTakedown(platform, actor, id) : null,
      listMoreBy(platform, place),
      place.manages && offersData(platform.db, actor, id),
      place.worldId !== null && tab === 'about' ? viewLeaderboards(platform, place.worldId) : undefined,
      place.badgeCount > 0 && !place.takenDown
        ? viewBadgesOf(platform.db, actor, id, badgesOnPage)
        : noBadges,
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
      /** Whether the page links to the data of the game. */
      offersData: data,
      /** The leaderboards that the page shows, and how many the game has. */
      leaderboards: leaderboards ?? { boards: [], count: 0 },
      badges: badges.badges,
      moreBadges: badges.more,
    }
  },
)

const noBadges = { badges: [], more: false }

const countShown = (comments: readonly Comment[]): number =>
  comments.reduce((sum, { content, replies }) => sum + (content === null ? 0 : 1) + countShown(replies), 0)

const countComments = async (db: Platform['db'], placeId: number): Promise<number> =>
  (await countUpdateComments(db, placeId, [0], maxCommentsCounted)).get(0) ?? 0

/** Returns the updates of a place, and the one that the URL names. */
async function updatesOf(event: PageServerLoadEvent, placeId: number) {
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

const params = { id: placeIdOf }

const joins = { summary: joinPlace.summary, scope: joinPlace.scope, reads: ['wait', 'privateTicket'] }

export const actions: Actions = {
  join: forUsers(joins, async ({ platform, actor, event }: Acting<RequestEvent>) => {
    const { wait, ...fields } = await readFields(event.request)
    const entry = { id: placeIdOf(event.params.id), privateTicket: fields.privateTicket }
    if (!isOn(wait)) return outcomeOf(event, 'join', fields, () => joinPlace(platform, actor, entry))
    return outcomeOf(event, 'wait', fields, async () => {
      const outcome = await joinOrWait(platform, actor, entry)
      return 'position' in outcome ? { ...outcome, pending: true } : outcome
    })
  }),
  leaveline: action('leaveline', leaveAnyLine),
  left: action('left', leavePlace, { params: { id: placeIdOf } }),
  notes: action('notes', writeNotes, {
    params,
    done: () => ({ message: t('gamepage.updates.saved') }),
  }),
  // The page shows messages at the form of the reply that they are about.
  comment: forUsers(
    operationWith(commentOnPlace, params),
    async ({ platform, actor, event }: Acting<RequestEvent>) => {
      const { privateTicket, ...fields } = await readFields(event.request)
      const form = fields.replyId ? `reply-${fields.replyId}` : 'comment'
      return outcomeOf(event, form, fields, async () => {
        const input = { ...fields, privateTicket, id: placeIdOf(event.params.id) }
        await commentOnPlace(platform, actor, input, senderOf(event))
        return undefined
      })
    },
  ),
  deletecomment: action('deletecomment', deletePlaceComment, { params }),
  start: action('start', startServer, { params }),
  close: action('close', closeServer, { params }),
  favourite: action('favourite', favouritePlace, { params }),
  unfavourite: action('unfavourite', unfavouritePlace, { params }),
  like: action('like', voteOnPlace.like, { params }),
  unlike: action('unlike', voteOnPlace.unlike, { params }),
  dislike: action('dislike', voteOnPlace.dislike, { params }),
  undislike: action('undislike', voteOnPlace.undislike, { params }),
}
