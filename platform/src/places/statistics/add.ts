import { type CalendarUnit, calendarUnits, splitByUnit, startOfUnit } from '../../foundation/calendar.ts'
import type { Db } from '../../foundation/database.ts'
import { addInserted } from '../../foundation/statistics.ts'

/** A visit that was added to the player's history. */
export interface RememberedVisit {
  user_id: string
  place_id: number
  started: number
  /** When the player's previous visit to the place began; null: there was none. */
  before: number | null
}

const countColumns = [
  'visits',
  'new_players',
  'returning_players',
  'sessions',
  'session_ms',
  'played_ms',
  'likes',
  'dislikes',
] as const
type Counts = Record<(typeof countColumns)[number], number>

interface Row extends Counts {
  place_id: number
  unit: CalendarUnit
  start: number
}

type Increment = Pick<Row, 'place_id' | 'unit' | 'start'> & Partial<Counts>

const zeros = Object.fromEntries(countColumns.map((column) => [column, 0])) as Counts

/** Keeps a statement below the number of parameters that both databases take. */
const rowsPerStatement = 1_000

/** Adds to the statistics of places, inside the transaction that has locked the places and writes the counted rows. */
async function add(db: Db, increments: readonly Increment[]): Promise<void> {
  const rows = [...sumsOf(increments).values()]
  for (let first = 0; first < rows.length; first += rowsPerStatement)
    await db
      .insertInto('place_statistics')
      .values(rows.slice(first, first + rowsPerStatement))
      .onConflict((conflict) =>
        conflict
          .columns(['place_id', 'unit', 'start'])
          .doUpdateSet(addInserted('place_statistics', countColumns)),
      )
      .execute()
}

function sumsOf(increments: readonly Increment[]): Map<string, Row> {
  const rows = new Map<string, Row>()
  for (const { place_id, unit, start, ...counts } of increments) {
    const key = `${place_id} ${unit} ${start}`
    const row = rows.get(key) ?? { place_id, unit, start, ...zeros }
    for (const column of countColumns) row[column] += counts[column] ?? 0
    rows.set(key, row)
  }
  return rows
}

/** Adds visits, each with the player's previous one. A player counts once in each unit. */
export const addVisits = (db: Db, visits: readonly RememberedVisit[]): Promise<void> =>
  add(
    db,
    visits.flatMap(({ place_id, started, before }) =>
      calendarUnits.map((unit) => {
        const start = startOfUnit(unit, started)
        return {
          place_id,
          unit,
          start,
          visits: 1,
          new_players: before === null ? 1 : 0,
          returning_players: before !== null && before < start ? 1 : 0,
        }
      }),
    ),
  )

/** Adds ended sessions to the units in which they ended, and their time to the units in which it was played. */
export const addSessions = (
  db: Db,
  sessions: readonly { place_id: number; started: number; last_ping: number }[],
): Promise<void> =>
  add(
    db,
    sessions.flatMap(({ place_id, started, last_ping }) =>
      calendarUnits.flatMap((unit): Increment[] => [
        {
          place_id,
          unit,
          start: startOfUnit(unit, last_ping),
          sessions: 1,
          session_ms: Math.max(0, last_ping - started),
        },
        ...splitByUnit(unit, started, last_ping).map(({ start, duration }) => ({
          place_id,
          unit,
          start,
          played_ms: duration,
        })),
      ]),
    ),
  )

/** Adds the change that one vote makes. */
export const addVotes = (
  db: Db,
  { placeId, ...votes }: { placeId: number; likes: number; dislikes: number },
  now: number,
): Promise<void> =>
  add(
    db,
    calendarUnits.map((unit) => ({ place_id: placeId, unit, start: startOfUnit(unit, now), ...votes })),
  )
