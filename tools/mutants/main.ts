/**
 * Changes the code in one place at a time and runs the tests that are nearest to it: `npm run mutants`. A mutant that no test finds
 * shows a line that tests do not check. CONTRIBUTING.md describes the options.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { allTests, readImporters } from '../changed-tests.ts'
import { makeScratch } from '../scratch.ts'
import { root } from '../source-check.ts'
import { parseAccepted, staleOf } from './accepted.ts'
import { filesOf, folders } from './folders.ts'
import { type Durations, Lane } from './lane.ts'
import { type Mutant, mutantsOf, sample } from './mutants.ts'
import { nearestTests } from './nearest-tests.ts'
import { report } from './report.ts'
import { Results } from './results.ts'
import { endTests, Interrupted } from './run-tests.ts'
import { startServices } from './services.ts'
import { copyTree } from './tree-copy.ts'

const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    count: { type: 'string' },
    seed: { type: 'string', default: process.env.SEED ?? '1' },
    minutes: { type: 'string', default: '60' },
    lanes: { type: 'string', default: '1' },
    known: { type: 'boolean', default: false },
  },
})

const sources = new Map<string, string>()

/** Reads a file of the checkout once, so that edits during a run do not mix with it. */
const read = (file: string): string => {
  const known = sources.get(file)
  if (known !== undefined) return known
  const source = readFileSync(resolve(root, file), 'utf8')
  sources.set(file, source)
  return source
}

const accepted = parseAccepted(read('tools/mutants/accepted.json'))
const results = new Results(resolve(root, '.prepared/mutants.jsonl'), read)
const isWanted = (file: string) => paths.length === 0 || paths.some((path) => file.startsWith(path))
const everything = folders.map((folder) => ({
  folder,
  mutants: filesOf(folder).flatMap((file) => mutantsOf(file, read(file))),
}))
const wanted = everything
  .map(({ folder, mutants }) => {
    const count = options.all ? Number.POSITIVE_INFINITY : Number(options.count ?? folder.sample)
    const inPaths = mutants.filter(({ file }) => isWanted(file))
    return { folder: folder.name, mutants: sample(inPaths, count, options.seed) }
  })
  .filter(({ mutants }) => mutants.length > 0)

const importers = await readImporters()
const tests = allTests()
for (const test of tests) read(test)
const testsOf = new Map<string, readonly string[]>()
for (const { mutants } of wanted)
  for (const { file } of mutants)
    if (!testsOf.has(file)) testsOf.set(file, nearestTests(file, importers, tests))
const resultOf = (mutant: Mutant) => results.of(mutant, testsOf.get(mutant.file) ?? [])

if (!options.known) await runAll()
const known = wanted.map(({ folder, mutants }) => ({
  folder,
  found: mutants.filter((mutant) => resultOf(mutant)?.outcome === 'found').length,
  survivors: mutants.filter((mutant) => resultOf(mutant)?.outcome === 'survived'),
  unknown: mutants.filter((mutant) => resultOf(mutant) === undefined).length,
}))
const stale = staleOf(
  accepted,
  everything.flatMap(({ mutants }) => mutants),
)
const { lines, passed } = report(known, accepted, stale)
process.stdout.write(`\n${lines.join('\n')}\n`)
process.exitCode = passed ? 0 : 1

/** Runs the mutants without a result, those of all folders in turns, until all have one or the time is up. */
async function runAll(): Promise<void> {
  const longest = Math.max(0, ...wanted.map(({ mutants }) => mutants.length))
  const waiting = Array.from({ length: longest }, (_, index) =>
    wanted.flatMap(({ mutants }) => mutants[index] ?? []),
  )
    .flat()
    .filter((mutant) => resultOf(mutant) === undefined)
  const deadline = Date.now() + Number(options.minutes) * 60_000
  const scratch = makeScratch()
  process.env.TMPDIR = scratch.folder
  process.env.NODE_COMPILE_CACHE = join(scratch.folder, 'compile-cache')
  const { environment, stop } = await startServices()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endTests)
  const durations: Durations = new Map()
  const lanes: Lane[] = []
  const runLane = async (_: unknown, number: number) => {
    const tree = join(scratch.folder, `tree-${number}`)
    copyTree(tree)
    const files = join(scratch.folder, `files-${number}`)
    const lane = new Lane({ tree, scratch: files, environment }, durations, read)
    lanes.push(lane)
    for (let mutant = waiting.shift(); mutant && Date.now() < deadline; mutant = waiting.shift()) {
      const its = testsOf.get(mutant.file) ?? []
      const { outcome, failed } = await lane.run(mutant, its)
      results.add(mutant, outcome, { tests: its, failed })
      process.stdout.write(
        `${outcome} ${mutant.file}:${mutant.line} ${mutant.change} (${waiting.length} left)\n`,
      )
    }
  }
  try {
    await Promise.all(Array.from({ length: Number(options.lanes) }, runLane))
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
  } finally {
    for (const lane of lanes) lane.end()
    await stop()
    scratch.remove()
  }
}
