import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { day, hour } from '@baseplate/service/clock'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { registerPerson } from '../testing/people.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platforms.ts'
import { findRender } from './queries.ts'
import { receiveRender } from './receive.ts'
import { maxAttempts, retryDelayMs, userSubject } from './rules.ts'

/** An external renderer: accepts every request, and prints its port and the ids of the requests. */
const program = `
  const server = require('node:http').createServer((request, response) => {
    console.log(request.url.slice(1))
    request.resume().on('end', () => response.end())
  })
  server.listen(Number(process.argv[1]), '127.0.0.1', () => console.log(server.address().port))
`

/** Starts the renderer as a separate process. */
async function startProcess(port = 0) {
  const child: ChildProcess = spawn(process.execPath, ['-e', program, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(stop)
  if (!child.stdout) throw new Error('the renderer has no output')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => (await lines.next()).value ?? ''
  return { port: Number(await nextLine()), nextRequest: nextLine, stop }
}

const findFailed = (platform: TestPlatform, userId: string, attempts: number) =>
  vi.waitFor(
    async () => {
      const render = await findRender(platform.db, userSubject(userId))
      expect(render).toMatchObject({ state: 'waiting', attempts, reason: expect.stringContaining('asked') })
      return render
    },
    { timeout: 10_000, interval: 2 },
  )

test('draws an avatar after an external renderer was down for almost a day', async () => {
  const { port, stop } = await startProcess()
  await stop()
  const url = `http://127.0.0.1:${port}`
  const platform = await openTestPlatform('SQLite', {
    Renderer: { Kind: 'external', URL: url, Key: 'a key of twenty-four letters' },
  })
  const began = platform.now()
  const anna = await registerPerson(platform, 'Anna')

  for (let attempt = 1; attempt < maxAttempts - 1; attempt++) {
    const failed = await findFailed(platform, anna.id, attempt)
    expect(failed?.due).toBe(platform.now() + retryDelayMs(attempt))
    platform.pass(retryDelayMs(attempt))
    platform.renders.wake()
  }
  await findFailed(platform, anna.id, maxAttempts - 1)
  expect(platform.now() - began).toBeGreaterThan(day - hour)

  const { nextRequest } = await startProcess(port)
  platform.pass(retryDelayMs(maxAttempts - 1))
  platform.renders.wake()
  const renderId = await nextRequest()
  const picture = await sharp({ create: { width: 352, height: 352, channels: 4, background: '#c04030' } })
    .png()
    .toBuffer()
  const base64 = picture.toString('base64')
  await receiveRender(platform, renderId, `Completed\n${base64}\n${base64}`)
  expect(await findRender(platform.db, userSubject(anna.id))).toMatchObject({
    state: 'done',
    attempts: maxAttempts,
  })
  expect(await platform.avatarPictures.read(anna.id, 'head')).toBeDefined()
}, 60_000)
