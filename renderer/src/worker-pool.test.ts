import { expect, onTestFinished, test } from 'vitest'
import { CannotDraw, type Drawing, ExceedsLimits } from './drawing.ts'
import type { ThreadLimits } from './thread-pool.ts'
import { createWorkerPool } from './worker-pool.ts'

/** A worker that carries out the name of its picture. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    const actions = {
      draw: () => ({ drawn: { thumbnail: new Uint8Array(3) } }),
      refuse: () => ({ cannotDraw: 'It is broken' }),
      throw: () => { throw new Error('an internal error') },
      exit: () => process.exit(3),
      drawAndExit: () => { setImmediate(() => process.exit(3)); return actions.draw() },
      wait: () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) },
      endless: () => { for (;;); },
      heap: () => { const kept = []; for (;;) kept.push({ at: kept.length, more: [kept.length] }) },
      pixels: () => { const kept = []; for (;;) kept.push(new Uint8Array(1_000_000).fill(1)) },
    }
    parentPort.on('message', ({ picture }) => parentPort.postMessage(actions[picture.name]()))
  `)}`,
)

const generous: ThreadLimits = { cpuMs: 10_000, ms: 60_000, bytes: 256_000_000, youngBytes: 32_000_000 }

function openPool(limits: Partial<ThreadLimits> = {}, idleMs?: number) {
  const pool = createWorkerPool({ ...generous, ...limits }, script, idleMs)
  onTestFinished(() => pool.close())
  return (name: string) =>
    pool.draw({ kind: 'picture', picture: { name, bytes: new Uint8Array() } } satisfies Drawing)
}

test('rejects a failed drawing, and draws the next one', async () => {
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

test('ends an endless drawing at its processor time limit, without delaying others', async () => {
  const draw = openPool({ cpuMs: 300 })
  const endless = draw('endless')
  const others = Promise.all([draw('draw'), draw('draw')])
  await expect(endless).rejects.toThrow(new ExceedsLimits('It takes longer than 0.3 s of a processor'))
  expect(await others).toHaveLength(2)
})

test('fails a drawing after its elapsed time limit with an error that can be retried', async () => {
  const draw = openPool({ ms: 500 })
  const error = await draw('wait').catch((thrown: Error) => thrown)
  expect(error).toMatchObject({ message: 'It was not done within 0.5 s: the machine may be busy' })
  expect(error).not.toBeInstanceOf(CannotDraw)
  expect((await draw('draw')).thumbnail).toHaveLength(3)
})

test('gives no drawing to an idle worker that is being ended', async () => {
  const draw = openPool({}, 0)
  for (let round = 0; round < 30; round++) {
    expect((await draw('draw')).thumbnail).toHaveLength(3)
    // The idle timer fires in the timers phase; the thread ends later.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
})

test('fails only the drawing of a worker that exits', async () => {
  const draw = openPool()
  for (let round = 0; round < 8; round++) {
    const names = ['draw', 'exit', 'drawAndExit', 'draw', 'drawAndExit', 'draw']
    const outcomes = await Promise.allSettled(names.map(draw))
    const drawn = outcomes.map(({ status }) => status === 'fulfilled')
    expect(drawn).toEqual(names.map((name) => name !== 'exit'))
  }
})

test.each(['heap', 'pixels'])('ends a drawing that allocates %s without limit', async (name) => {
  const draw = openPool({ bytes: 100_000_000 })
  const before = process.memoryUsage().rss
  const drawing = draw(name)
  await expect(drawing).rejects.toThrow(new ExceedsLimits('It needs more than 100 MB'))
  expect((await draw('draw')).thumbnail).toHaveLength(3)
  expect(process.memoryUsage().rss - before).toBeLessThan(1_000_000_000)
})

test('closes at once, and rejects drawings in progress', async () => {
  const pool = createWorkerPool(generous, script)
  const drawing = pool.draw({ kind: 'picture', picture: { name: 'endless', bytes: new Uint8Array() } })
  const failed = expect(drawing).rejects.toThrow()
  await pool.close()
  await failed
})
