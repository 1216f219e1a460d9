/**
 * Prepares a checkout to run: installs dependencies and builds the site. Steps whose inputs are unchanged are skipped.
 * It runs on the machine's own Node.js, 20 or newer, before anything is installed, so it is plain JavaScript without
 * imports of the project. The product itself runs on the Node.js that `npm ci` installs as the package `node`. The
 * scripts of package.json name it by path, because a shell caches the location of the machine's `node`.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const stamps = join(root, '.prepared')
const binaries = join(root, 'node_modules', '.bin')

/** Steps with their inputs. A step runs again when one of its inputs changes. The steps of a list run side by side. */
const lists = [
  [
    {
      stamp: 'dependencies',
      what: 'Installing dependencies',
      sources: ['package.json', 'package-lock.json', ...workspaceManifests()],
      made: 'node_modules/.package-lock.json',
      command: ['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
      folder: '.',
    },
  ],
  [
    {
      stamp: 'texts',
      what: 'Reading texts',
      sources: ['texts/en', 'texts/src/parse.ts', 'texts/src/read.ts', 'tools/text-keys.ts'],
      made: 'texts/src/keys.ts',
      command: ['node', 'tools/text-keys.ts'],
      folder: '.',
    },
    {
      stamp: 'client',
      what: 'Writing the types of the client',
      sources: ['package-lock.json', 'site/static/openapi.json', 'tools/client-types.ts'],
      made: 'client/src/schema.ts',
      command: ['node', 'tools/client-types.ts'],
      folder: '.',
    },
  ],
  [
    {
      stamp: 'site',
      what: 'Building the site',
      sources: [
        'package-lock.json',
        'site/package.json',
        'site/vite.config.ts',
        'site/texts-by-route.ts',
        'site/src',
        'site/static',
        'texts',
      ],
      made: 'site/build/handler.js',
      command: ['vite', 'build', '--logLevel=warn'],
      folder: 'site',
    },
    {
      stamp: 'compiled',
      what: 'Compiling',
      sources: [
        'package-lock.json',
        'cli/src',
        'client-api/src',
        'economy/src',
        'orchestrator/src',
        'platform/src',
        'renderer/src',
        'service/src',
        'texts/src',
      ],
      made: '.prepared/compile-cache',
      command: ['node', 'cli/src/compile.ts'],
      folder: '.',
    },
  ],
]

if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(`Baseplate needs Node.js 20 or newer to install itself; this is ${process.version}.\n`)
  process.exit(1)
}

for (const steps of lists) await Promise.all(steps.map(prepare))

async function prepare(step) {
  const stamp = join(stamps, step.stamp)
  const fingerprint = hashOf(step.sources)
  const done =
    existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint && existsSync(join(root, step.made))
  if (done) return
  rmSync(stamp, { force: true })
  await run(step)
  mkdirSync(stamps, { recursive: true })
  writeFileSync(stamp, fingerprint)
}

/** Runs a step and reports every few seconds that it is running. Its output is shown only when it fails. */
async function run({ what, command, folder }) {
  const [program, ...args] = command
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  process.stdout.write(`${what} …\n`)
  const pulse = setInterval(() => process.stdout.write(`${what} … ${seconds()} s\n`), 10_000)
  let output = ''
  const code = await new Promise((done) => {
    const child = spawn(program, args, {
      cwd: join(root, folder),
      env: { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', (error) => done(error.message))
    child.on('close', done)
  })
  clearInterval(pulse)
  if (code !== 0) {
    process.stderr.write(`${output}\n${what} failed: ${program} ended with ${code}.\n`)
    process.exit(1)
  }
  process.stdout.write(`${what}: done in ${seconds()} s\n`)
}

function workspaceManifests() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return workspaces.map((folder) => `${folder}/package.json`)
}

function hashOf(sources) {
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const source of sources) addTo(hash, source)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  let names
  try {
    names = readdirSync(full).sort()
  } catch {
    hash.update(path).update('\0').update(readFileSync(full)).update('\0')
    return
  }
  for (const name of names) addTo(hash, `${path}/${name}`)
}
