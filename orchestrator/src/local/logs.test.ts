import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { markedBy, markVariable } from './family.ts'
import { Logs } from './logs.ts'
import { openProcesses } from './open-processes.ts'

/** Opens logs in a folder of their own. Their keeper is killed when the test ends. */
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
  return { logs, lines, keepers, readLog: () => readFileSync(join(folder, '1', 'log'), 'utf8') }
}

test.runIf(process.platform === 'linux')(
  'replaces a log keeper that was stopped, and loses no line',
  async () => {
    const { logs, lines, keepers, readLog } = openLogs()
    const output = await logs.open(1, 'heading')
    onTestFinished(() => output.close())
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
