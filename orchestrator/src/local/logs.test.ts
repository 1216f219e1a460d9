import { execFileSync } from 'node:child_process'
import { constants, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { markedBy, markVariable } from './family.ts'
import { Logs } from './logs.ts'
import { openProcesses } from './open-processes.ts'

/** Opens logs in a new folder. Their keeper is killed when the test ends. */
function openLogs() {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'))
  const lines: string[] = []
  const logs = new Logs({
    folder,
    limits: { bytes: 1_000_000, files: 1, days: 1 },
    environment: { [markVariable]: folder },
    log: (line) => lines.push(line),
    times: { answerMs: 500, pingMs: 500, restartMs: 10 },
  })
  const keepers = () => markedBy(openProcesses(), (mark) => mark === folder).map(({ pid }) => pid)
  onTestFinished(() => {
    logs.close()
    for (const pid of keepers()) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true })
  })
  return { folder, logs, lines, keepers, readLog: () => readFileSync(join(folder, '1', 'log'), 'utf8') }
}

test.runIf(process.platform === 'linux')(
  'replaces a log keeper that was stopped, and loses no line',
  async () => {
    const { logs, lines, keepers, readLog } = openLogs()
    const output = await logs.open(1, 'heading')
    onTestFinished(() => output.close())
    // A keeper that starts slowly answers too late, and must have the heading before it is stopped.
    await expect.poll(() => logs.tail(1, 100)).toBe('heading\n')
    const [stopped = 0] = keepers()
    process.kill(stopped, 'SIGSTOP')
    await output.write('printed meanwhile\n')
    await expect.poll(readLog).toBe('heading\nprinted meanwhile\n')
    expect(keepers()).not.toContain(stopped)
    expect(lines).toEqual([
      'the log keeper does not answer and is killed',
      'the log keeper died and is replaced',
    ])
  },
)

test('hands over all that a keeper has read while the disk takes nothing', async () => {
  const { folder, logs, keepers } = openLogs()
  // A named pipe without a reader, in place of the log, blocks the keeper that opens it.
  mkdirSync(join(folder, '1'))
  execFileSync('mkfifo', [join(folder, '1', 'log')])
  const output = await logs.open(1, 'heading')
  onTestFinished(() => output.close())
  // Each piece nearly fills the server's pipe. When its write is done, the keeper must have read the pieces before it.
  const pieces = ['a', 'b', 'c'].map((letter) => letter.repeat(60_000))
  for (const piece of pieces) await output.write(piece)
  for (const pid of keepers()) process.kill(pid, 'SIGTERM')
  // Opened for writing as well, it does not end when a keeper closes it.
  const fd = openSync(join(folder, '1', 'log'), constants.O_RDWR | constants.O_NONBLOCK)
  const reader = new Socket({ fd, writable: false })
  onTestFinished(() => void reader.destroy())
  let text = ''
  reader.on('data', (chunk) => {
    text += chunk
  })
  const expected = `heading\n${pieces.join('')}`
  await expect.poll(() => text.length).toBe(expected.length)
  expect(text).toBe(expected)
})
