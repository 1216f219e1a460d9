import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userSubject } from '../rendering/rules.ts'
import { markDrawn } from '../testing/drawn.ts'
import { openTestPlatform } from '../testing/platforms.ts'
import { pictureWaitMs } from './rules.ts'

async function start() {
  const platform = await openTestPlatform('SQLite')
  const { avatarPictures, files, config } = platform
  return {
    platform,
    pictures: avatarPictures,
    folder: join(config.dataDirectory, 'avatars'),
    /** Stores a picture of a user, such as `u1-head`, and reports it as drawn. */
    async render(name: string, text: string) {
      platform.pass(100)
      await files.write(`avatars/${name}.png`, [Buffer.from(text)], 1_000)
      await markDrawn(platform, userSubject(name.replace(/-.*/, '')))
    },
  }
}

/** Advances the timers to the next poll for finished renders. */
const nextPoll = () => vi.advanceTimersByTimeAsync(300)

const neverAborted = new AbortController().signal

/** Stops the timers, which the test advances. */
function holdTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

test('reads a picture with an etag that changes with every render', async () => {
  const { pictures, render } = await start()
  expect(await pictures.read('u1', 'head')).toBeUndefined()
  await render('u1-head', 'one')
  const first = await pictures.read('u1', 'head')
  expect(first?.bytes.toString()).toBe('one')
  expect(await pictures.read('u1', 'body')).toBeUndefined()
  await render('u1-head', 'two')
  const second = await pictures.read('u1', 'head')
  expect(second?.bytes.toString()).toBe('two')
  expect(second?.etag).not.toBe(first?.etag)
})

test('sends a waiting client the next render', async () => {
  holdTime()
  const { pictures, render } = await start()
  const made = pictures.readNext('u1', 'head', neverAborted)
  const body = pictures.readNext('u1', 'body', neverAborted)
  await render('u2-head', 'another one’s')
  await nextPoll()
  await render('u1-head', 'one')
  await nextPoll()
  expect((await made)?.bytes.toString()).toBe('one')
  const renewed = pictures.readNext('u1', 'head', neverAborted)
  await render('u1-head', 'two')
  await nextPoll()
  expect((await renewed)?.bytes.toString()).toBe('two')
  await render('u1-body', 'body')
  await nextPoll()
  expect((await body)?.bytes.toString()).toBe('body')
})

test('keeps waiting while the picture that was drawn is another one', async () => {
  holdTime()
  const { pictures, render } = await start()
  await render('u1-head', 'one')
  const next = pictures.readNext('u1', 'body', neverAborted)
  await render('u1-head', 'two')
  await nextPoll()
  await render('u1-body', 'body')
  await nextPoll()
  expect((await next)?.bytes.toString()).toBe('body')
})

test('does not send the picture of a render that finished just before', async () => {
  holdTime()
  const { pictures, render } = await start()
  await render('u1-head', 'one')
  const answers: string[] = []
  const next = pictures.readNext('u1', 'head', neverAborted).then((picture) => {
    answers.push(picture?.bytes.toString() ?? 'none')
  })
  await nextPoll()
  await nextPoll()
  expect(answers).toEqual([])
  await render('u1-head', 'two')
  await nextPoll()
  await next
  expect(answers).toEqual(['two'])
})

test('sends a render to hundreds of waiting clients', async () => {
  holdTime()
  const { pictures, render } = await start()
  const waiting = Array.from({ length: 400 }, (_, index) =>
    pictures.readNext(`u${index % 20}`, 'head', neverAborted),
  )
  for (let user = 0; user < 20; user++) await render(`u${user}-head`, `of u${user}`)
  await nextPoll()
  for (const [index, picture] of (await Promise.all(waiting)).entries())
    expect(picture?.bytes.toString()).toBe(`of u${index % 20}`)
})

test('sends the current picture after ten seconds', async () => {
  holdTime()
  const { pictures, render } = await start()
  await render('u1-head', 'old')
  const answers: string[] = []
  const old = pictures.readNext('u1', 'head', neverAborted).then((picture) => {
    answers.push(picture?.bytes.toString() ?? 'none')
  })
  const none = pictures.readNext('u2', 'head', neverAborted).then((picture) => {
    answers.push(picture?.bytes.toString() ?? 'none')
  })
  await vi.advanceTimersByTimeAsync(pictureWaitMs - 1)
  expect(answers).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([old, none])
  expect(answers.toSorted()).toEqual(['none', 'old'])
})

test('stops waiting for a client that has left', async () => {
  holdTime()
  const { pictures } = await start()
  const client = new AbortController()
  const next = pictures.readNext('u1', 'head', client.signal)
  client.abort()
  expect(await next).toBeUndefined()
})

test('ends all waits at a shutdown, and starts no more', async () => {
  holdTime()
  const { platform, pictures, render } = await start()
  await render('u1-head', 'old')
  const waiting = [
    pictures.readNext('u1', 'head', neverAborted),
    pictures.readNext('u2', 'head', neverAborted),
  ]
  platform.endWaits()
  expect((await Promise.all(waiting)).map((picture) => picture?.bytes.toString())).toEqual(['old', undefined])
  expect((await pictures.readNext('u1', 'head', neverAborted))?.bytes.toString()).toBe('old')
})

test('treats an unreadable picture as missing', async () => {
  const { pictures, folder } = await start()
  await mkdir(join(folder, 'u1-head.png'), { recursive: true })
  expect(await pictures.read('u1', 'head')).toBeUndefined()
  expect(await readdir(folder)).toEqual(['u1-head.png'])
})
