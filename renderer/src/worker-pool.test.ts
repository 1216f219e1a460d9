import { expect, onTestFinished, test } from 'vitest'
import { CannotDraw, type Drawing, ExceedsLimits } from './drawing.ts'
import { createWorkerPool, type DrawingLimits } from './worker-pool.ts'

/** A worker that does what the name of its picture says. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    const deeds = {
      draw: () => ({ drawn: { thumbnail: new Uint8Array(3) } }),
      refuse: () => ({ cannotDraw: 'It is broken' }),
      throw: () => { throw new Error('a mistake of ours') },
      exit: () => process.exit(3),
      drawAndExit: () => { setImmediate(() => process.exit(3)); return deeds.draw() },
      wait: () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) },
      endless: () => { for (;;); },
      heap: () => { const kept = []; for (;;) kept.push({ at: kept.length, more: [kept.length] }) },
      pixels: () => { const kept = []; for (;;) kept.push(new Uint8Array(1_000_000).fill(1)) },
    }
    parentPort.on('message', ({ picture }) => parentPort.postMessage(deeds[picture.name]()))
  `)}`,
)

const generous: DrawingLimits = { cpuMs: 10_000, ms: 60_000, bytes: 256_000_000 }

function openPool(limits: Partial<DrawingLimits> = {}, idleMs?: number) {
  const pool = createWorkerPool({ ...generous, ...limits }, script, idleMs)
  onTestFinished(() => pool.close())
  return (name: string) =>
    pool.draw({ kind: 'picture', picture: { name, bytes: new Uint8Array() } } satisfies Drawing)
}

test('what goes wrong with one drawing is told with it, and the next one is drawn', async () => {
  const draw = openPool()
  const failure = await draw('refuse').catch((error: Error) => error)
  expect(failure).toBeInstanceOf(CannotDraw)
  expect(failure).toMatchObject({ message: 'It is broken' })
  for (const name of ['throw', 'exit']) {
    const error = await draw(name).catch((thrown: Error) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(CannotDraw)
    expect((await draw('draw')).thumbnail).toHaveLength(3)
  }
})

test('a drawing that never ends is ended after its time of a processor, while others are drawn', async () => {
  const draw = openPool({ cpuMs: 300 })
  const endless = draw('endless')
  const others = Promise.all([draw('draw'), draw('draw')])
  await expect(endless).rejects.toThrow(new ExceedsLimits('It takes longer than 0.3 s of a processor'))
  expect(await others).toHaveLength(2)
})

test('a drawing that waits for a processor too long may be tried again', async () => {
  const draw = openPool({ ms: 500 })
  const error = await draw('wait').catch((thrown: Error) => thrown)
  expect(error).toMatchObject({ message: 'It was not drawn within 0.5 s: the machine may be busy' })
  expect(error).not.toBeInstanceOf(CannotDraw)
  expect((await draw('draw')).thumbnail).toHaveLength(3)
})

test('a worker that is being ended after its rest is not handed out', async () => {
  const draw = openPool({}, 0)
  for (let round = 0; round < 30; round++) {
    expect((await draw('draw')).thumbnail).toHaveLength(3)
    // The rest of a worker ends in the timers' phase of a turn; its thread lives on for longer.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
})

test('workers that end while others draw, or right after they have drawn, fail no other drawing', async () => {
  const draw = openPool()
  for (let round = 0; round < 8; round++) {
    const names = ['draw', 'exit', 'drawAndExit', 'draw', 'drawAndExit', 'draw']
    const outcomes = await Promise.allSettled(names.map(draw))
    const drawn = outcomes.map(({ status }) => status === 'fulfilled')
    expect(drawn).toEqual(names.map((name) => name !== 'exit'))
  }
})

test.each(['heap', 'pixels'])('a drawing that takes more and more memory, as %s, is ended', async (name) => {
  const draw = openPool({ bytes: 100_000_000 })
  const before = process.memoryUsage().rss
  const told = draw(name)
  await expect(told).rejects.toThrow(new ExceedsLimits('It needs more than 100 MB'))
  expect((await draw('draw')).thumbnail).toHaveLength(3)
  expect(process.memoryUsage().rss - before).toBeLessThan(1_000_000_000)
})

test('what is being drawn at the end fails, and does not hold the end up', async () => {
  const pool = createWorkerPool(generous, script)
  const told = pool.draw({ kind: 'picture', picture: { name: 'endless', bytes: new Uint8Array() } })
  const failed = expect(told).rejects.toThrow()
  await pool.close()
  await failed
})
