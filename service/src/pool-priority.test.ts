import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Prints the priorities of the process's threads by their names, in a process of its own, because they cannot be raised again. */
const script = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { getPriority } from 'node:os'
  const { lowerPoolPriority } = await import(${JSON.stringify(new URL('./pool-priority.ts', import.meta.url).href)})
  await lowerPoolPriority()
  const nameOf = (thread) => readFileSync('/proc/self/task/' + thread + '/comm', 'utf8').trim()
  const threads = readdirSync('/proc/self/task').map((thread) => [nameOf(thread), getPriority(Number(thread))])
  console.log(JSON.stringify(threads))
`

test.skipIf(process.platform !== 'linux')(
  'lowers the priority of the threads that hash passwords, and of no others',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    const threads = JSON.parse(stdout) as [string, number][]
    const isPool = ([name]: [string, number]) => name === 'libuv-worker'
    expect(threads.filter(isPool)).toEqual(Array.from({ length: 4 }, () => ['libuv-worker', 10]))
    for (const [name, priority] of threads.filter((thread) => !isPool(thread)))
      expect([name, priority]).toEqual([name, 0])
  },
)
