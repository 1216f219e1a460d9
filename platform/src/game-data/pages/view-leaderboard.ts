import type { Clock } from '@baseplate/service/clock'
import { z } from 'zod'
import { numbersOf, useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { slugOf } from '../../foundation/slug.ts'
import { findPlace } from '../../places/door.ts'
import { maySee, placeNotFound } from '../../places/rules.ts'
import { worldOf } from '../caller.ts'
import {
  listAmongFriends,
  listAround,
  listBest,
  listBestOfEach,
  type NumberedScore,
} from '../leaderboards/lists.ts'
import { findScore, type Leaderboard, listLeaderboards, periodsOf } from '../leaderboards/queries.ts'
import { periodEnd } from '../leaderboards/rules.ts'
import { mayViewData } from '../looks/permit.ts'
import { entryInput, placeInput } from './input.ts'

/** Leaderboards, and scores of each, that the page of a game shows. */
const shownOnPage = { boards: 3, scores: 5 }

/** Scores of a leaderboard, and scores above and below a player. */
const shownOfBoard = { best: 100, around: 5 }

/** A leaderboard by its title. */
export interface NamedLeaderboard {
  /** Store whose scores it shows. */
  store: string
  /** Title that its game has chosen. */
  title: string
}

/** A leaderboard as the page of a game shows it. */
export interface ShownLeaderboard extends NamedLeaderboard {
  period: Leaderboard['period']
  /** When the period ends. Unix milliseconds. Null: never. */
  ends: number | null
  /** The best scores. */
  best: NumberedScore[]
}

/** The leaderboards of a game as its page shows them. */
export interface PlaceLeaderboards {
  /** The first ones by title. */
  boards: ShownLeaderboard[]
  /** Number of all. */
  count: number
}

/** Returns the leaderboards that the page of a game shows, with their best scores, and how many there are in all. */
export async function viewLeaderboards(
  { db, now }: { db: Db; now: Clock },
  worldId: number,
): Promise<PlaceLeaderboards> {
  const time = now()
  const all = await listLeaderboards(db, worldId)
  const some = all.slice(0, shownOnPage.boards)
  const best = await listBestOfEach(
    db,
    some.map((board) => scoresNow(board, time)),
    shownOnPage.scores,
  )
  return {
    boards: some.map((board) => ({ ...boardView(board, time), best: best.get(board.store) ?? [] })),
    count: all.length,
  }
}

const scoresNow = (board: Leaderboard, now: number) => ({
  worldId: board.world_id,
  store: board.store,
  began: periodsOf(board, now).present,
})

const boardView = (board: Leaderboard, now: number): Omit<ShownLeaderboard, 'best'> => ({
  store: board.store,
  title: board.title,
  period: board.period,
  ends: periodEnd(board.period, periodsOf(board, now).present),
})

export const leaderboardInput = placeInput.extend({
  store: entryInput.shape.store
    .optional()
    .meta({ description: 'Store of the leaderboard. Left out: the first by title.', example: 'coins' }),
  show: z.enum(['best', 'around', 'friends']).catch('best').meta({
    description:
      'The best 100, the scores around that of the viewer, or those of the viewer and their friends.',
    example: 'around',
  }),
  period: z
    .enum(['present', 'before'])
    .catch('present')
    .meta({ description: 'The present period, or the one before.', example: 'before' }),
})

/** @throws Refused `missing`: the viewer does not see the game, or it has no such leaderboard */
export const viewLeaderboard = useCase(
  {
    summary: 'Lists scores of a leaderboard of a game.',
    scope: 'read',
    input: leaderboardInput,
  },
  async ({ db, now }: { db: Db; now: Clock }, viewer, { id, store, show, period }) => {
    const place = await findPlace(db, id)
    if (!place || !maySee(viewer, place)) throw placeNotFound()
    const worldId = worldOf(place)
    const all = await listLeaderboards(db, worldId)
    const board = all.find((each) => store === undefined || each.store === store)
    if (!board) throw new Refused('data.leaderboard_not_found')
    const time = now()
    const periods = periodsOf(board, time)
    const isBefore = period === 'before' && periods.before !== null
    const scores = { worldId, store: board.store, began: isBefore ? (periods.before ?? 0) : periods.present }
    const number = (await numbersOf(db, [viewer.id])).get(viewer.id) ?? 0
    return {
      id: place.id,
      name: place.name,
      slug: slugOf(place.name),
      ...boardView(board, time),
      /** Which scores are listed. */
      show,
      /** Whether the scores are those of the period before. */
      isBefore,
      /** The scores, the best first. */
      scores: await listShown(),
      /** Number of the viewer. */
      number,
      /** All leaderboards of the game. */
      boards: all.map((each): NamedLeaderboard => ({ store: each.store, title: each.title })),
      /** Whether the viewer may remove scores. */
      removes: mayViewData(viewer, place),
    }

    async function listShown(): Promise<NumberedScore[]> {
      if (show === 'around') {
        const score = await findScore(db, scores, number)
        return listAround(db, scores, { number, score }, shownOfBoard.around)
      }
      if (show === 'friends') return listAmongFriends(db, scores, viewer.id, shownOfBoard.best)
      return listBest(db, scores, shownOfBoard.best)
    }
  },
)
