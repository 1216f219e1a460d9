import { expect, test } from 'vitest'
import { Simulation } from './simulation.ts'
import type { Mistake } from './store.ts'

/** `npm run faults` sets thousands. */
const runs = Number(process.env.SIMULATIONS ?? 25)

const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

/** Runs in which each mistake must be found. */
const searched = 300

test(
  'the order of the log explains every answer, whatever fails',
  async () => {
    for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
      expect(await new Simulation(seed).run(), `repeat with SEED=${seed}`).toEqual([])
    }
  },
  60_000 + runs * 1_000,
)

/** Each mistake with a seed that reveals it. After a change of the code another seed may be needed, so the search begins at this one. */
const mistakes: [Mistake, number][] = [
  ['lets a former writer append', 37],
  ['appends again when the answer is lost', 8],
  ['answers before the commit', 2],
  ['takes a cancelled commit for a durable one', 137],
  ['answers without a lease', 392],
]

test.each(mistakes)('finds a process that %s', async (mistake, first) => {
  for (let seed = first; seed < first + searched; seed++) {
    if ((await new Simulation(seed, mistake).run()).length > 0) return
  }
  expect.fail(`${searched} simulations did not find it`)
})

test('a seed decides everything', async () => {
  const endOf = async () => {
    const simulation = new Simulation(1)
    await simulation.run()
    return [simulation.scheduler.now, simulation.scheduler.between(0, 1)]
  }
  expect(await endOf()).toEqual(await endOf())
})
