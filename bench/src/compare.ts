import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { addTurn, compareFigures, type Figures, onlyIn, rowOfCompared, turnsOf } from './comparison.ts'
import { awaitQuiet, quietEnvironment } from './other-load.ts'
import { say, timed } from './progress.ts'
import { markdownTable } from './report.ts'
import { hasPrograms, type Scenario } from './run.ts'

const root = resolve(import.meta.dirname, '../..')

const rounds = 3

/** Time for programs that have been told to end. */
const endMs = 10_000

interface Tree {
  title: string
  folder: string
  figures: Map<string, number[]>
  /** Cores of other programs, for each turn beside which they were busy. */
  besides: number[]
}

/** Programs of the trees that run now. Each has a group of its own, so that its own programs end with it. */
const running = new Set<ChildProcess>()

/**
 * Measures this checkout and a commit in turns, each with its own benchmark. Returns a table of what differs.
 *
 * @param options sets the sizes of the scenarios, for both
 */
export async function compare(
  commit: string,
  scenarios: readonly Scenario[],
  options: readonly string[],
): Promise<string> {
  const runnable = scenarios.filter(hasPrograms)
  const folder = join(await mkdtemp(join(tmpdir(), 'baseplate-compare-')), 'tree')
  removeAtEnd(folder)
  git('worktree', 'add', '--detach', '--quiet', folder, commit)
  await timed(`installing ${commit}`, () => install(folder))
  const before: Tree = { title: commit, folder, figures: new Map(), besides: [] }
  const now: Tree = { title: 'this checkout', folder: root, figures: new Map(), besides: [] }
  for (const { name } of runnable) {
    const turns = turnsOf(before, now, rounds)
    for (const [index, tree] of turns.entries())
      await turnOf(tree, name, options, `${name}, turn ${index + 1} of ${turns.length}, ${tree.title}`)
  }
  return resultOf(before, now)
}

/** Removes the commit's files when this process ends, also after Ctrl-C. */
function removeAtEnd(folder: string): void {
  process.once('exit', () => {
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: root, stdio: 'ignore' })
    rmSync(join(folder, '..'), { recursive: true, force: true, maxRetries: 5 })
    spawnSync('git', ['worktree', 'prune'], { cwd: root, stdio: 'ignore' })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(1), endMs).unref()
      void Promise.all([...running].map(end)).then(() => process.exit(1))
    })
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close')
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  await ended
}

function git(...args: string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status === 0) return
  say(stderr.trim())
  process.exit(1)
}

/** Installs a tree as its own `npm run bench` does. */
async function install(folder: string): Promise<void> {
  const hasPrepare = existsSync(join(folder, 'tools/prepare.mjs'))
  const [program, ...args] = hasPrepare ? [process.execPath, 'tools/prepare.mjs'] : ['npm', 'ci']
  const { code, output } = await runIn(folder, program, args)
  if (code !== 0) throw new Error(`the commit could not be installed:\n${output}`)
}

/** Measures a scenario of a tree once. A scenario that a tree does not have, or that fails, is named. */
async function turnOf(tree: Tree, name: string, options: readonly string[], title: string): Promise<void> {
  const cores = await awaitQuiet((text) => say(`${title}: ${text}`))
  if (cores !== undefined) tree.besides.push(cores)
  const own = join(tree.folder, 'node_modules/.bin/node')
  const args = ['bench/src/main.ts', name, ...options]
  const { output } = await timed(title, () =>
    runIn(tree.folder, existsSync(own) ? own : process.execPath, args),
  )
  const file = /^(\/.*\.json)$/m.exec(output)?.[1]
  if (file === undefined) {
    say(`${title}: no figures. It ended with:\n${output.trimEnd().split('\n').slice(-5).join('\n')}`)
    return
  }
  const { measurements } = JSON.parse(await readFile(file, 'utf8')) as {
    measurements: { name: string; unit: string; value: number }[]
  }
  addTurn(tree.figures, measurements)
}

async function runIn(folder: string, program: string, args: readonly string[]) {
  const PATH = `${join(folder, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...quietEnvironment, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  running.delete(child)
  return { code, output }
}

function resultOf(before: Tree, now: Tree): string {
  const compared = compareFigures(before.figures, now.figures)
  const table = markdownTable([['figure', before.title, now.title, ''], ...compared.map(rowOfCompared)])
  const only = (side: Tree, figures: Figures) => {
    const names = onlyIn(side.figures, figures)
    return names.length > 0 ? `\n\nOnly in ${side.title}: ${names.join('; ')}` : ''
  }
  const besides = [...before.besides, ...now.besides]
  const busy = `\n\nMeasured beside up to ${Math.max(...besides).toFixed(1)} cores of other programs: BUSY`
  return `${table}${only(before, now.figures)}${only(now, before.figures)}${besides.length > 0 ? busy : ''}`
}
