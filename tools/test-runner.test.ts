import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endSteps, failedFiles, repeatFailed, runSteps, type Step, verdictOf } from './steps.ts'

const root = resolve(import.meta.dirname, '..')

test('a failed test makes Vitest exit with 1 in spite of the global setup', async () => {
  const folder = await mkdtemp(join(root, '.prepared', 'failing-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(
    join(folder, 'fails.test.ts'),
    `import { expect, test } from 'vitest'\ntest('fails', () => expect(1).toBe(2))\n`,
  )
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `export default { test: { root: ${JSON.stringify(folder)}, globalSetup: [${JSON.stringify(join(root, 'platform/src/testing/postgres-server.ts'))}] } }\n`,
  )
  const { status, stdout } = spawnSync('vitest', ['run', '--config', join(folder, 'vitest.config.ts')], {
    cwd: folder,
  })
  expect(stdout.toString()).toContain('1 failed')
  expect(status).toBe(1)
})

/** Returns a step with a file of one test, `fails.test.ts`. */
async function stepOf(test: string): Promise<Step> {
  const folder = await mkdtemp(join(root, '.prepared', 'failing-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'fails.test.ts'), test)
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `export default { test: { root: ${JSON.stringify(folder)} } }\n`,
  )
  const command = ['vitest', 'run', '--config', join(folder, 'vitest.config.ts')]
  return { name: 'tests', commands: [command], repeat: (files) => [...command, ...files] }
}

async function runAndRepeat(step: Step) {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  return repeatFailed([step], await runSteps([step], 1))
}

test('passes a file that failed at first and passes alone, and names it', async () => {
  const step = await stepOf(`
    import { existsSync, writeFileSync } from 'node:fs'
    import { expect, test } from 'vitest'
    test('fails once', () => {
      const mark = import.meta.dirname + '/mark'
      const isSecond = existsSync(mark)
      writeFileSync(mark, '')
      expect(isSecond).toBe(true)
    })`)
  const [result] = await runAndRepeat(step)
  expect(result).toMatchObject({ passed: true, repeated: ['fails.test.ts'] })
  expect(result && verdictOf(result)).toContain('failed at first, passed alone: fails.test.ts\n')
})

test('repeats no file that its step excludes', async () => {
  const step = await stepOf(`import { expect, test } from 'vitest'\ntest('fails', () => expect(1).toBe(2))\n`)
  const asked: (readonly string[])[] = []
  const repeat = (files: readonly string[]) => void asked.push(files)
  expect(await runAndRepeat({ ...step, repeat })).toMatchObject([{ passed: false }])
  expect(asked).toEqual([['fails.test.ts']])
})

test('fails when a file fails again alone', async () => {
  const step = await stepOf(`import { expect, test } from 'vitest'\ntest('fails', () => expect(1).toBe(2))\n`)
  expect(await runAndRepeat(step)).toMatchObject([{ passed: false }])
})

test('repeats no file when something other than a test also failed', async () => {
  const step = await stepOf(`
    import { expect, test } from 'vitest'
    test('fails', async () => {
      void Promise.reject(new Error('nobody waits for this'))
      await new Promise((done) => setImmediate(done))
      expect(1).toBe(2)
    })`)
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const [result] = await runSteps([step], 1)
  expect(result?.output).toContain('nobody waits for this')
  expect(failedFiles(result?.output ?? '')).toEqual([])
})

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('an interrupted run ends its processes, even those in sessions of their own', async () => {
  const scratch = await mkdtemp(join(root, '.prepared', 'scratch-'))
  onTestFinished(() => rm(scratch, { recursive: true }))
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  const server = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`
  const program = `
    const { spawn } = require('node:child_process')
    const { writeFileSync } = require('node:fs')
    const args = ['-e', ${JSON.stringify(server)}, ${JSON.stringify(scratch)}]
    const { pid } = spawn(process.execPath, args, { detached: true, stdio: 'ignore' })
    writeFileSync(${JSON.stringify(join(scratch, 'pids'))}, JSON.stringify([process.pid, pid]))
    setInterval(() => {}, 1000)`
  const run = runSteps([{ name: 'waits', commands: [[process.execPath, '-e', program]] }], 1)
  const pids: number[] = await vi.waitFor(async () =>
    JSON.parse(await readFile(join(scratch, 'pids'), 'utf8')),
  )
  expect(pids.map(isRunning)).toEqual([true, true])
  await endSteps(scratch)
  expect(await run).toMatchObject([{ name: 'waits', passed: false }])
  await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false, false]))
})

test('prints the output of each step in one piece while steps run side by side', async () => {
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  const step = (name: string, code: string) => ({ name, commands: [[process.execPath, '-e', code]] })
  const results = await runSteps(
    [step('one', `console.log('first'); console.error('second')`), step('two', 'process.exit(3)')],
    2,
  )
  const passed = Object.fromEntries(results.map((result) => [result.name, result.passed]))
  expect(passed).toEqual({ one: true, two: false })
  expect(printed.find((text) => text.includes('first'))).toMatch(/── one\nfirst\nsecond\n── one: passed/)
})
