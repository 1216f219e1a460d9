import type { Generated, GeneratedAlways } from 'kysely'
import type { EndReason, LockedSetting, PlaceVisibility } from './rules.ts'

/** Times are Unix milliseconds unless stated otherwise. Flags are 0 or 1. */
export interface PlaceTables {
  places: {
    /** Unique among places and assets. */
    id: number
    name: string
    /** The name as searches compare it: `nameKeyOf`. */
    name_key: Generated<string>
    description: string
    description_updated: number
    owner_id: string
    created: number
    updated: number
    max_players: number
    private_server: number
    /** When the place could first be played, or its owner published it; null: a draft. */
    published: number | null
    /** When the owner archived the place; null: it is not archived. */
    archived: Generated<number | null>
    /** When the owner deleted the place; null: it is not deleted. */
    deleted: Generated<number | null>
    /** 1: lists show the place, unless it is taken down. It is public and published, and neither archived nor deleted. */
    listed: GeneratedAlways<number>
    /** 1: games know players by the numbers of their accounts, and may use the services of the platform. */
    services: Generated<number>
    private_ticket: string
    server_ticket: string
    /** `Moderated`: a moderator took the place down. */
    visibility: Generated<PlaceVisibility>
    /** With `Gameservers.Hosting` `Both`: players join a dedicated server instead of one that the owner hosts. */
    dedicated: number
    server_address: string
    server_port: number
    /** Unix seconds of the last server heartbeat; 0: none yet. */
    server_ping: number
    /** Size of the place file in bytes; null, as the next two columns: no file yet. */
    data_size: number | null
    data_sha256: string | null
    data_updated: number | null
    /** Beginning of the icon's hash; null: no icon. */
    icon: string | null
    /** Bytes of the icon; 0: no icon. */
    icon_size: Generated<number>
    /** Likes and dislikes in `place_votes`. Triggers maintain these four. */
    like_count: Generated<number>
    dislike_count: Generated<number>
    /** The likes and dislikes among them that rankings count. */
    ranked_likes: Generated<number>
    ranked_dislikes: Generated<number>
    /** `ratingOf` the ranked counts, in millionths. */
    rating: Generated<number>
    /** 1: everybody may see the timeline of versions. */
    timeline_open: Generated<number>
    /** One of `Places.Genres`, or one that the operator has removed since; empty: none. */
    genre: Generated<string>
    /** Separated by commas; empty: none. */
    tags: Generated<string>
    /** Sessions that began to play. */
    visits: Generated<number>
    /** Sum of the durations of all ended sessions. */
    played_ms: Generated<number>
    /** The part of `played_ms` that rankings count. */
    ranked_ms: Generated<number>
    /** Users who have played here at least once. */
    visitor_count: Generated<number>
    /** Rows in `place_favourites`, maintained by a trigger. */
    favourite_count: Generated<number>
    /** Badges of the place, maintained by a trigger. */
    badge_count: Generated<number>
    /** Ranked visits, each counting half after a week: a `decayedSum`. */
    popularity: Generated<number>
    /** Ranked visits, each counting half after a day: a `decayedSum`. */
    momentum: Generated<number>
    /** `risingOf` popularity and momentum. */
    rising: Generated<number>
    /** The place of the same owner whose world of data the place shares; null: it has its own. */
    data_root: Generated<number | null>
    /** The largest number that a stored world of the place got, or that a server reserved for one. */
    world_number: Generated<number>
  }
  /** The tags of each place, for lists of the places with a tag. */
  place_tags: {
    place_id: number
    /** `nameKeyOf(tag)`. */
    tag_key: string
    /** Copy of the place's `popularity`, updated with it. */
    popularity: number
  }
  place_favourites: {
    place_id: number
    user_id: string
    created: number
  }
  /** The places that each user has played. */
  place_players: {
    user_id: string
    place_id: number
    visits: number
    played_ms: number
    /** Start or end of the last session, whichever is later. */
    last_played: number
    /** Start of the last session; null: it is not known. */
    last_visit: Generated<number | null>
    /** Start of the last session that rankings count; null: none. */
    last_ranked: Generated<number | null>
  }
  /** The private link that each user has last joined a private place with. A link that was replaced opens nothing. */
  private_links: {
    user_id: string
    place_id: number
    ticket: string
  }
  /** Pairs of places that the same users have played, in both directions. Each place keeps its strongest pairs. */
  place_pairs: {
    place_id: number
    other_id: number
    /** Users who first came to one of the two when the other was among their latest places. */
    players: number
    updated: number
  }
  /** Every version that a place has had. */
  place_updates: {
    place_id: number
    version: number
    created: number
    /** The version that was restored; null: uploaded. */
    restored_from: number | null
    /** The maker's notes for players; empty: none. */
    notes: Generated<string>
    notes_updated: Generated<number | null>
  }
  /** Players who wait for a seat in a full place, one line per place. */
  place_line: {
    user_id: string
    place_id: number
    joined: number
    /** When the player last asked for the seat. */
    renewed: number
  }
  /** The contents of place files. Each is stored once, as `place-files/<sha256>`, however many versions have it. */
  place_files: {
    /** Hexadecimal. */
    sha256: string
    /** Bytes. */
    size: number
    /** The name in the game's own file; null: none, or the content was not checked. */
    game_name: Generated<string | null>
    /** The maker's version in the game's own file; null as for `game_name`. */
    game_version: Generated<string | null>
  }
  /** The latest versions of each place's file. The newest one is played. */
  place_versions: {
    place_id: number
    /** Counts up from 1 in each place. */
    version: number
    sha256: string
    created: number
    /** The user who uploaded or restored it. */
    user_id: string
    /** The version that was restored; null: uploaded. */
    restored_from: number | null
  }
  /** The thumbnails of places, shown in the order of their positions. */
  place_thumbnails: {
    place_id: number
    /** Index in addresses, one more than the largest in use, from 1. */
    number: number
    position: number
    /** Beginning of the picture's hash. */
    name: string
    /** Bytes. */
    size: number
  }
  /** Runs of dedicated servers, from the request to start until the server has ended. */
  server_runs: {
    /** Identifies the run to the orchestrator. */
    id: string
    place_id: number
    /** Run ticket of this server: docs/reference/client-protocol.md#run-ticket. */
    ticket: string
    created: number
    /** Last heartbeat; 0: none yet. */
    last_ping: number
    /** The player whose press of Play started it; null: staff, or a player whose account is erased. */
    started_by: Generated<string | null>
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
    /** 1: rankings count the vote. */
    ranked: Generated<number>
  }
  /**
   * Game sessions, each of one user in one place. A session is issued with a join ticket, then `started` when the client
   * fetches its script with the ticket, then `ended`.
   */
  playing_records: {
    ticket: string
    place_id: number
    user_id: string
    created: number
    started: number | null
    ended: number | null
    /** The start or the last heartbeat, whichever is later; 0: not started. */
    last_ping: number
    /** 0: not counted as a visit yet; 1: its played time is not counted yet; 2: both are. */
    tallied: Generated<number>
    /** 1: rankings have counted the session, or never will. */
    ranked: Generated<number>
    /** The number that the join script gave the player; null: not started. */
    number: Generated<number | null>
    /** Hexadecimal SHA-256 of the `_PLAYER_KEY` of the join script; null: not started. */
    key_hash: Generated<string | null>
    /** When a game server verified the player; null: none has. */
    verified: Generated<number | null>
    /** Ticket of the game server that verified the player. */
    server_ticket: Generated<string | null>
    /** 1: that server has neither said nor been told that the player is gone. */
    connected: Generated<number>
    /** Why the session ended; null: it has not, its player fell silent, or its server closed. */
    end_reason: Generated<EndReason | null>
    /** The words of the maker or moderator who ended it, for the player. */
    end_text: Generated<string | null>
  }
}

declare module '../foundation/database.ts' {
  interface Database extends PlaceTables {}
}
