import { type Clock, hour } from '@baseplate/service/clock'
import type { Actor } from '../accounts/rules.ts'
import { startOfUnit } from '../foundation/calendar.ts'
import type { Db } from '../foundation/database.ts'
import { slugOf } from '../foundation/slug.ts'
import { listPlacesOf } from '../places/door.ts'
import {
  countComments,
  countUnapproved,
  listComments,
  type Stretch,
  selectHourlySales,
  selectHourlyVisits,
  selectPlaceSums,
  selectSales,
} from './queries.ts'

/** Maximum number of comments that the overview shows. */
const maxComments = 5

/** Counts of a maker's games and items in a stretch of time. */
export interface Activity {
  visits: number
  newPlayers: number
  likes: number
  dislikes: number
  comments: number
  sales: number
  /** Micro-units. */
  proceeds: number
}

/** An hour of the last 24. */
export interface ActiveHour {
  /** Unix milliseconds. */
  start: number
  visits: number
  sales: number
}

const noVisits = { visits: 0, newPlayers: 0, likes: 0, dislikes: 0 }

/**
 * Returns a maker's daily overview: their places with present players, new comments, and items that are not in the catalog. Counts
 * the activity of the last 24 hours, also by hour, and that of the 24 hours before.
 */
export async function viewOverview({ db, now: clock }: { db: Db; now: Clock }, actor: Actor) {
  const now = clock()
  // Statistics are kept by hour, so the present hour is the last of 24.
  const to = startOfUnit('hour', now, 1)
  const [lately, before] = [1, 2].map((days) => ({
    from: to - days * 24 * hour,
    to: to - (days - 1) * 24 * hour,
  })) as [Stretch, Stretch]
  const [places, present, past, hours, comments, unapproved] = await Promise.all([
    listPlacesOf(db, now, actor.id),
    readActivity(db, actor, lately),
    readActivity(db, actor, before),
    readHours(db, actor, lately),
    listComments(db, actor, lately, maxComments),
    countUnapproved(db, actor.id),
  ])
  return {
    places: places.map((place) => ({
      ...place,
      lately: present.places.get(place.id) ?? noVisits,
      before: past.places.get(place.id) ?? noVisits,
    })),
    lately: present.activity,
    before: past.activity,
    hours,
    newComments: comments.map(({ subjectId, subjectName, about, ...comment }) => ({
      ...comment,
      subject: {
        about: about as 'place' | 'asset',
        id: subjectId,
        name: subjectName,
        slug: slugOf(subjectName),
      },
    })),
    unapproved,
  }
}

export type Overview = Awaited<ReturnType<typeof viewOverview>>

async function readHours(db: Db, maker: Actor, stretch: Stretch): Promise<ActiveHour[]> {
  const [visits, sales] = await Promise.all([
    selectHourlyVisits(db, maker.id, stretch).execute(),
    selectHourlySales(db, maker.id, stretch).execute(),
  ])
  const countIn = (rows: typeof visits, start: number) =>
    Number(rows.find((row) => Number(row.start) === start)?.count ?? 0)
  const starts = Array.from({ length: (stretch.to - stretch.from) / hour }, (_, i) => stretch.from + i * hour)
  return starts.map((start) => ({ start, visits: countIn(visits, start), sales: countIn(sales, start) }))
}

async function readActivity(db: Db, maker: Actor, stretch: Stretch) {
  const [rows, { sales, proceeds }, comments] = await Promise.all([
    selectPlaceSums(db, maker.id, stretch).execute(),
    selectSales(db, maker.id, stretch).executeTakeFirstOrThrow(),
    countComments(db, maker, stretch),
  ])
  const places = rows.map(({ id, visits, newPlayers, likes, dislikes }) => ({
    id,
    visits: Number(visits),
    newPlayers: Number(newPlayers),
    likes: Number(likes),
    dislikes: Number(dislikes),
  }))
  const total = (of: keyof typeof noVisits) => places.reduce((sum, place) => sum + place[of], 0)
  const activity: Activity = {
    visits: total('visits'),
    newPlayers: total('newPlayers'),
    likes: total('likes'),
    dislikes: total('dislikes'),
    comments,
    sales: Number(sales),
    proceeds: Number(proceeds),
  }
  return { activity, places: new Map(places.map(({ id, ...counts }) => [id, counts])) }
}
