import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../accounts/door.ts'
import { may } from '../accounts/privacy/rules.ts'
import { type Actor, permissionLevel } from '../accounts/rules.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { slugOf } from '../foundation/slug.ts'
import { findPlaceAndBan } from './bans/queries.ts'
import { tagsOf } from './genres/rules.ts'
import { visitInput } from './input.ts'
import { listThumbnails } from './pictures/queries.ts'
import type { PlaceRow } from './queries.ts'
import { mayManage, maySee, placeNotFound } from './rules.ts'
import type { Orchestrator } from './servers/client.ts'
import { isDedicated, serversOf } from './servers/rules.ts'
import { listPlayers } from './sessions/queries.ts'
import { findOpinion } from './votes/queries.ts'

/** Returns the fields by which lists find or rank the place. */
const rankedFieldsOf = (place: PlaceRow) => ({
  visits: place.visits,
  favourites: place.favourite_count,
  genre: place.genre,
  tags: tagsOf(place.tags),
})

/** Returns the viewer's vote and favourite. */
async function viewOpinion(db: Db, viewer: Actor, placeId: number) {
  const { vote, favourited } = await findOpinion(db, placeId, viewer.id)
  return { likes: vote === 1, dislikes: vote === -1, favourited }
}

const stateOf = (place: PlaceRow) => ({
  visibility: place.visibility,
  /** False: a draft, which no list shows. */
  published: place.published !== null,
  archived: place.archived !== null,
  /** Moderated, or the owner's account is terminated or deleted. */
  takenDown: place.taken_down === 1,
})

/** Returns the players of a place who share with the viewer what they play, and the number of all players. */
async function viewPlayers({ db, now }: { db: Db; now: Clock }, viewer: Actor, placeId: number) {
  const players = await listPlayers(db, now(), placeId, viewer.id)
  return {
    players: players.filter(({ owner }) => may(viewer, owner, 'playing')),
    playerCount: players.length,
  }
}

/** Shows whether the page of a game has badges and leaderboards, so that it asks no more for a game without them. */
const rewardsOf = ({ id, services, data_root, badge_count }: PlaceRow) => ({
  badgeCount: badge_count,
  /** The place whose data the game uses. Null: it does not use the services of the platform. */
  worldId: services === 1 ? (data_root ?? id) : null,
})

/**
 * Returns what docs/reference/site-api.md#place-view describes.
 *
 * @throws Refused `missing`: the place does not exist, or the viewer does not see it.
 */
export const viewPlace = useCase(
  { summary: 'Returns a place as the viewer may see it.', scope: 'read', input: visitInput },
  async (
    platform: { db: Db; now: Clock; config: Config; orchestrator: Orchestrator },
    viewer,
    { id: placeId, privateServer },
  ) => {
    const { db, config } = platform
    const { place, ban } = await findPlaceAndBan(db, placeId, viewer.id, platform.now())
    if (!place || !maySee(viewer, place, privateServer)) throw placeNotFound()
    const manages = mayManage(viewer, place)
    const ownsAsAdministrator =
      place.owner_id === viewer.id && viewer.permissionLevel >= permissionLevel.administrator
    const { Hosting } = config.Gameservers
    const mayRunDedicated = Hosting !== 'Selfhosted' && (manages || isDedicated(place, Hosting))
    const [{ players, playerCount }, opinion, status, thumbnails] = await Promise.all([
      viewPlayers(platform, viewer, placeId),
      viewOpinion(db, viewer, placeId),
      mayRunDedicated ? platform.orchestrator.statusOf(placeId) : undefined,
      listThumbnails(db, placeId),
    ])
    return {
      id: place.id,
      name: place.name,
      slug: slugOf(place.name),
      description: { text: place.description, updated: place.description_updated },
      ownerUser:
        place.owner_username === null ? null : { id: place.owner_id, username: place.owner_username },
      ownerUsername: place.owner_username ?? '',
      created: new Date(place.created).toISOString(),
      updated: new Date(place.updated),
      maxPlayers: place.max_players,
      privateServer: place.private_server === 1,
      privateTicket: manages ? place.private_ticket : '',
      serverTicket: ownsAsAdministrator ? place.server_ticket : '',
      likeCount: place.like_count,
      dislikeCount: place.dislike_count,
      ...opinion,
      /** The viewer's ban from the place, with its end in Unix milliseconds; null: the viewer is not banned. */
      ban: ban ?? null,
      ...rankedFieldsOf(place),
      playerCount,
      players: players.map(({ username, portrait }) => ({ username, portrait, status: 'Playing' as const })),
      hasFile: place.data_size !== null,
      /** The viewer's friends among the players. */
      friends: players.filter(({ owner }) => owner.isFriend).map(({ username }) => username),
      servers: serversOf(place, Hosting, status, platform.now()),
      serverPing: place.server_ping,
      hosting: config.Gameservers.Hosting !== 'Dedicated',
      scheme: config.Client.LauncherScheme,
      orbiterURL: config.Orchestrator.PublicURL,
      thumbnails: thumbnails.map(({ number }) => number),
      /** The name of each thumbnail's picture, in the same order. */
      thumbnailNames: thumbnails.map(({ name }) => name),
      icon: place.icon,
      ...rewardsOf(place),
      ...stateOf(place),
      timelineOpen: place.timeline_open === 1,
      manages,
    }
  },
)

export type PlaceView = Awaited<ReturnType<typeof viewPlace>>
