import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with a file for each product that a worker lends to its files. The file is empty while the product runs. */
    lentProducts: string
  }
}

/** Time for workers to end their products after the last file. */
const patienceMs = 60_000

/**
 * Waits at the end of a test run until the workers have ended the products that they lend, because Vitest stops
 * PostgreSQL and the object store before its workers. The run fails when a product does not end, or ends with a failure.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-lent-'))
  project.provide('lentProducts', folder)
  return async () => {
    const deadline = Date.now() + patienceMs
    const outcomes = async () =>
      Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    while ((await outcomes()).includes('') && Date.now() < deadline) await setTimeout(50)
    const failures = (await outcomes()).filter((text) => text !== 'ended')
    await rm(folder, { recursive: true })
    if (failures.length === 0) return
    process.stderr.write(`A borrowed product failed at its end: ${failures.join('\n')}\n`)
    // An error would keep Vitest from stopping PostgreSQL and the object store.
    process.exitCode = 1
  }
}

/** Notes that this worker lends a product for a purpose. Returns a function that notes its end, and a failure if there was one. */
export async function noteLent(purpose: string): Promise<(failure?: string) => Promise<void>> {
  // Loaded here, because the main process loads this module outside tests.
  const { inject } = await import('vitest')
  const file = join(inject('lentProducts'), `${process.pid}-${purpose}`)
  await writeFile(file, '')
  return (failure = 'ended') => writeFile(file, failure)
}
