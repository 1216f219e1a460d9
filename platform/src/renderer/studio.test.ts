import { expect, onTestFinished, test } from 'vitest'
import { CannotDraw, type Drawing } from './drawing.ts'
import { createStudio, type DrawingLimits } from './studio.ts'

/** A worker that does what the name of its picture says. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    const deeds = {
      draw: () => ({ pictures: { thumbnail: new Uint8Array(3) } }),
      refuse: () => ({ cannotDraw: 'It is broken' }),
      throw: () => { throw new Error('a mistake of ours') },
      exit: () => process.exit(3),
      endless: () => { for (;;); },
      heap: () => { const kept = []; for (;;) kept.push({ at: kept.length, more: [kept.length] }) },
      pixels: () => { const kept = []; for (;;) kept.push(new Uint8Array(1_000_000).fill(1)) },
    }
    parentPort.on('message', ({ picture }) => parentPort.postMessage(deeds[picture.name]()))
  `)}`,
)

function openStudio(limits: Partial<DrawingLimits> = {}) {
  const studio = createStudio({ ms: 10_000, bytes: 256_000_000, ...limits }, script)
  onTestFinished(() => studio.close())
  return (name: string) =>
    studio.draw({ kind: 'picture', picture: { name, bytes: new Uint8Array() } } satisfies Drawing)
}

test('what goes wrong with one drawing is told with it, and the next one is drawn', async () => {
  const draw = openStudio()
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

test('a drawing that never ends is ended after its time, while others are drawn', async () => {
  const draw = openStudio({ ms: 700 })
  const endless = draw('endless')
  const others = Promise.all([draw('draw'), draw('draw')])
  await expect(endless).rejects.toThrow(new CannotDraw('It takes longer than 0.7 s'))
  expect(await others).toHaveLength(2)
})

test.each(['heap', 'pixels'])('a drawing that takes more and more memory, as %s, is ended', async (name) => {
  const draw = openStudio({ bytes: 100_000_000 })
  const before = process.memoryUsage().rss
  const told = draw(name)
  await expect(told).rejects.toThrow(new CannotDraw('It needs more than 100 MB'))
  expect((await draw('draw')).thumbnail).toHaveLength(3)
  expect(process.memoryUsage().rss - before).toBeLessThan(1_000_000_000)
})

test('what is being drawn at the end fails, and does not hold the end up', async () => {
  const studio = createStudio({ ms: 10_000, bytes: 256_000_000 }, script)
  const told = studio.draw({ kind: 'picture', picture: { name: 'endless', bytes: new Uint8Array() } })
  const failed = expect(told).rejects.toThrow()
  await studio.close()
  await failed
})
