import { expect, test } from 'vitest'
import { sizeOf } from './sizing-rules.ts'

const costs = {
  idle: 10_000,
  sitePerPlayer: 20,
  postgresPerPlayer: 5,
  sitePerPage: 5_000,
  postgresPerPage: 2_000,
  bytesPerUser: 10_000,
}
const assumed = { online: 0.01, playing: 0.5, pagesPerMinute: 3, use: 0.5, coresPerMachine: 8 }

test('computes processors from the load of the busiest hour', () => {
  // 10,000 online: 5,000 players take 0.1 and 500 pages a second 2.5 processors, of which half are used.
  expect(sizeOf(1_000_000, costs, assumed)).toMatchObject({
    playing: 5_000,
    pagesPerSecond: 500,
    siteCores: expect.closeTo(5.22),
    postgresCores: expect.closeTo(2.05),
    processes: 6,
    machines: 2,
    databaseGb: 10,
    engine: 'PostgreSQL',
  })
})

test('needs one machine with SQLite as long as everything fits one processor', () => {
  expect(sizeOf(10_000, costs, assumed)).toMatchObject({ machines: 1, engine: 'SQLite' })
})

test('names the size from which one PostgreSQL is too small', () => {
  expect(sizeOf(100_000_000, costs, assumed)).toMatchObject({ machines: 66, engine: 'beyond one PostgreSQL' })
})
