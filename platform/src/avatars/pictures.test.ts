import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestPlatform } from '../testing/platforms.ts'
import { pictureWaitMs } from './rules.ts'

async function start() {
  const platform = await openTestPlatform('SQLite')
  const { avatarPictures, files, config } = platform
  return {
    platform,
    pictures: avatarPictures,
    folder: join(config.dataDirectory, 'avatars'),
    render: (name: string, text: string) => files.write(`avatars/${name}.png`, [Buffer.from(text)], 1_000),
  }
}

const nobodyLeaves = new AbortController().signal

/** Time stands still until a test moves it. */
function holdTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

test('a picture is read with its version, which changes with every render', async () => {
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

test('who waits gets the picture that is made, or made anew', async () => {
  holdTime()
  const { pictures, render } = await start()
  const made = pictures.readNext('u1', 'head', nobodyLeaves)
  const body = pictures.readNext('u1', 'body', nobodyLeaves)
  await render('u2-head', 'another one’s')
  await render('u1-head', 'one')
  expect((await made)?.bytes.toString()).toBe('one')
  const renewed = pictures.readNext('u1', 'head', nobodyLeaves)
  await render('u1-head', 'two')
  expect((await renewed)?.bytes.toString()).toBe('two')
  await render('u1-body', 'body')
  expect((await body)?.bytes.toString()).toBe('body')
})

test('a picture that is taken away, or written in place and still empty, is waited through', async () => {
  holdTime()
  const { pictures, folder, render } = await start()
  await render('u1-head', 'one')
  const next = pictures.readNext('u1', 'head', nobodyLeaves)
  await rm(join(folder, 'u1-head.png'))
  await writeFile(join(folder, 'u1-head.png'), '')
  await writeFile(join(folder, 'u1-head.png'), 'two')
  expect((await next)?.bytes.toString()).toBe('two')
})

test('hundreds wait at once, and all of them get it', async () => {
  holdTime()
  const { pictures, render } = await start()
  const waiting = Array.from({ length: 400 }, (_, index) =>
    pictures.readNext(`u${index % 20}`, 'head', nobodyLeaves),
  )
  for (let user = 0; user < 20; user++) await render(`u${user}-head`, `of u${user}`)
  for (const [index, picture] of (await Promise.all(waiting)).entries())
    expect(picture?.bytes.toString()).toBe(`of u${index % 20}`)
})

test('after ten seconds there is what there is', async () => {
  holdTime()
  const { pictures, render } = await start()
  await render('u1-head', 'old')
  const answers: string[] = []
  const old = pictures.readNext('u1', 'head', nobodyLeaves).then((picture) => {
    answers.push(picture?.bytes.toString() ?? 'none')
  })
  const none = pictures.readNext('u2', 'head', nobodyLeaves).then((picture) => {
    answers.push(picture?.bytes.toString() ?? 'none')
  })
  await vi.advanceTimersByTimeAsync(pictureWaitMs - 1)
  expect(answers).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([old, none])
  expect(answers.toSorted()).toEqual(['none', 'old'])
})

test('who goes away waits no longer', async () => {
  holdTime()
  const { pictures } = await start()
  const client = new AbortController()
  const next = pictures.readNext('u1', 'head', client.signal)
  client.abort()
  expect(await next).toBeUndefined()
})

test('a shutdown ends all waits, and lets none begin', async () => {
  holdTime()
  const { platform, pictures, render } = await start()
  await render('u1-head', 'old')
  const waiting = [
    pictures.readNext('u1', 'head', nobodyLeaves),
    pictures.readNext('u2', 'head', nobodyLeaves),
  ]
  platform.endWaits()
  expect((await Promise.all(waiting)).map((picture) => picture?.bytes.toString())).toEqual(['old', undefined])
  expect((await pictures.readNext('u1', 'head', nobodyLeaves))?.bytes.toString()).toBe('old')
})

test('a folder that cannot be watched keeps nobody waiting', async () => {
  holdTime()
  const { pictures, folder } = await start()
  await writeFile(folder, 'a file where the folder should be')
  expect(await pictures.readNext('u1', 'head', nobodyLeaves)).toBeUndefined()
})

test('what is there but cannot be read is as good as none', async () => {
  const { pictures, folder } = await start()
  await mkdir(join(folder, 'u1-head.png'), { recursive: true })
  expect(await pictures.read('u1', 'head')).toBeUndefined()
  expect(await readdir(folder)).toEqual(['u1-head.png'])
})
