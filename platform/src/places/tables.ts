import type { Generated } from 'kysely'
import type { LockedSetting, PlaceVisibility } from './rules.ts'

/** Times are Unix milliseconds unless they say otherwise, flags are 0 or 1. */
export interface PlaceTables {
  places: {
    /** From the one id space of places and assets. */
    id: number
    name: string
    /** What searches look in: `nameKeyOf` the name. */
    name_key: Generated<string>
    description: string
    description_updated: number
    owner_id: string
    created: number
    updated: number
    max_players: number
    private_server: number
    private_ticket: string
    server_ticket: string
    /** `Moderated`: a moderator took the place down. */
    visibility: Generated<PlaceVisibility>
    /** With `Gameservers.Hosting` `Both`: a dedicated server, not the maker's own. */
    dedicated: number
    server_address: string
    server_port: number
    /** Unix seconds of the last server presence; 0: none yet. */
    server_ping: number
    /** The place file's size in bytes, hash and time; null: none yet. */
    data_size: number | null
    data_sha256: string | null
    data_updated: number | null
    /** Names the icon's picture: the beginning of its hash; null: none. */
    icon: string | null
    /** Bytes of the icon; 0 for icons from before they were counted. */
    icon_size: Generated<number>
    /** The rows of `place_votes`, counted as they are written. */
    like_count: Generated<number>
    dislike_count: Generated<number>
    /** `ratingOf` these, in millionths. */
    rating: Generated<number>
  }
  /** The contents of place files, each stored once, as `place-files/<sha256>`, however many versions have it. */
  place_files: {
    /** Hex. */
    sha256: string
    /** Bytes. */
    size: number
  }
  /** The last versions of each place's file; the newest is the one that is played. */
  place_versions: {
    place_id: number
    /** Counts up from 1 in each place. */
    version: number
    sha256: string
    created: number
    /** Who uploaded or restored it. */
    user_id: string
    /** The version that it was made from again; null: uploaded. */
    restored_from: number | null
  }
  /** Pictures of a place, in the order of their positions. */
  place_thumbnails: {
    place_id: number
    /** Its index in addresses, from 1; given again only when no larger one is there. */
    number: number
    position: number
    /** Names the picture: the beginning of its hash. */
    name: string
    /** Bytes; 0 for pictures from before they were counted. */
    size: Generated<number>
  }
  /** Starts of dedicated servers, kept until the server has ended. */
  server_runs: {
    /** Id of the start at the orchestrator. */
    id: string
    place_id: number
    /** Ticket of this server alone. It opens the script and the file for some minutes, and reports presence. */
    ticket: string
    created: number
    /** 0: none yet. */
    last_ping: number
  }
  /** Settings that moderators changed, which the owner cannot change while the place is taken down. */
  place_locks: {
    place_id: number
    setting: LockedSetting
  }
  place_votes: {
    place_id: number
    user_id: string
    /** 1 likes, -1 dislikes. */
    vote: 1 | -1
  }
  /**
   * One user in one place: a game session. It is issued (its ticket was returned), then playing (`started`: the script
   * was fetched, and the ticket spent by that), then `ended`.
   */
  playing_records: {
    ticket: string
    place_id: number
    user_id: string
    created: number
    started: number | null
    ended: number | null
    /** The script fetch or the last presence ping; 0 before either. */
    last_ping: number
  }
}
