/**
 * Prepares a checkout: installs dependencies and builds the site. Steps whose inputs are unchanged are skipped. With
 * `product`, it installs only what the product needs, and otherwise also the tools of tests, checks and documentation.
 *
 * It runs on the machine's own Node.js, 20 or newer, before anything is installed, so it is plain JavaScript without
 * dependencies. The product itself runs on the Node.js that the workspace `runtime` installs. The scripts of
 * package.json name it by path, because a shell caches the location of the machine's `node`.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { hashOf } from './fingerprint.mjs'
import { makeRuntimeRun } from './runtime.mjs'

const root = resolve(import.meta.dirname, '..')
const stamps = join(root, '.prepared')
const binaries = join(root, 'node_modules', '.bin')

/** Workspaces with everything that builds and runs the product. */
const productWorkspaces = ['cli', 'site', 'runtime']

const isProduct = process.argv[2] === 'product'

/**
 * Steps with their inputs. A step runs again when one of its inputs changes, apart from tests. The steps of a list run side by side.
 */
const lists = [
  [
    {
      stamp: 'texts',
      what: 'Reading texts',
      sources: ['texts/en', 'texts/src/parse.ts', 'texts/src/read.ts', 'tools/text-keys.ts'],
      made: 'texts/src/keys.ts',
      command: ['node', 'tools/text-keys.ts'],
    },
    {
      stamp: 'routes',
      what: 'Reading routes',
      sources: ['package-lock.json', 'site/package.json', 'site/vite.config.ts', 'site/src/routes'],
      made: 'site/node_modules/$app/tsconfig.json',
      command: ['svelte-kit', 'sync'],
      folder: 'site',
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
        'site/native-hashes.ts',
        'site/quick-compression.ts',
        'site/static-icons.ts',
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
        'minetest/src',
        'orchestrator/src',
        'platform/src',
        'renderer/src',
        'service/src',
        'storage/src',
        'texts/src',
      ],
      made: '.prepared/compile-cache',
      command: ['node', 'cli/src/compile.ts'],
    },
    {
      stamp: 'openapi',
      what: 'Describing the API',
      sources: [
        'package-lock.json',
        'texts/en/refusals.json',
        'site/src',
        'client-api/src',
        'platform/src',
        'renderer/src',
        'tools/openapi',
        'tools/openapi.ts',
      ],
      made: '.prepared/openapi.json',
      command: ['node', 'tools/openapi.ts'],
    },
    {
      stamp: 'codes',
      what: 'Listing the codes of refusals',
      sources: ['package-lock.json', 'texts/en/refusals.json', 'texts/src', 'platform/src', 'tools/codes.ts'],
      made: 'docs/reference/codes.md',
      command: ['node', 'tools/codes.ts'],
    },
    {
      stamp: 'classic-calls',
      what: 'Listing the calls of classic clients',
      sources: ['package-lock.json', 'client-api/src/classic', 'tools/classic-calls.ts'],
      made: 'docs/reference/classic-calls.md',
      command: ['node', 'tools/classic-calls.ts'],
    },
    {
      stamp: 'configuration-keys',
      what: 'Listing the configuration keys',
      sources: ['package-lock.json', 'platform/src', 'tools/configuration.ts'],
      made: 'docs/reference/configuration-keys.md',
      command: ['node', 'tools/configuration.ts'],
    },
  ],
  [
    {
      stamp: 'served-openapi',
      what: 'Adding the description to the site',
      sources: ['.prepared/openapi.json'],
      made: 'site/build/openapi.json',
      command: ['cp', '.prepared/openapi.json', 'site/build/openapi.json'],
    },
    ...(isProduct
      ? []
      : [
          {
            stamp: 'client',
            what: 'Writing the types of the client',
            sources: ['package-lock.json', '.prepared/openapi.json', 'tools/client-types.ts'],
            made: 'client/src/schema.ts',
            command: ['node', 'tools/client-types.ts'],
          },
        ]),
  ],
]

if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(`Baseplate needs Node.js 20 or newer to install itself; this is ${process.version}.\n`)
  process.exit(1)
}

await installDependencies()
needRuntime()
for (const steps of lists) await Promise.all(steps.map(prepare))

/**
 * Installs what the lock file names. The tools are added to an installed product without replacing it, because the product may be
 * running. An installation that was cut short has no stamp, so the next one starts over.
 */
async function installDependencies() {
  const sources = ['package.json', 'package-lock.json', ...workspaceManifests()]
  const [product, all] = ['product', 'all'].map((extent) => `${hashOf(root, sources)} ${extent}`)
  const installed = readStamp('dependencies', 'node_modules/.package-lock.json')
  if (installed === all || (isProduct && installed === product)) return
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const only = productWorkspaces.map((name) => `--workspace=${name}`)
  const command =
    installed === product
      ? ['npm', 'install', '--no-save', ...quietly]
      : ['npm', 'ci', ...quietly, ...(isProduct ? only : [])]
  removeStamp('dependencies')
  await run({ what: 'Installing dependencies', command })
  needRuntime()
  await runScriptsOfPackages()
  writeStamp('dependencies', isProduct ? product : all)
}

/** Ends with a sentence that says what to do when the Node.js of the checkout does not run. */
function needRuntime() {
  const advice = makeRuntimeRun(root)
  if (advice === undefined) return
  process.stderr.write(`${advice}\n`)
  process.exit(1)
}

/**
 * Runs the scripts with which packages finish their installation. npm would run them with the Node.js of the checkout before that can
 * be made to run, and silently remove an optional package whose script fails.
 */
async function runScriptsOfPackages() {
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const packages = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(join(root, 'node_modules', name)),
  )
  if (packages.length === 0) return
  const command = ['npm', 'rebuild', '--loglevel=error', ...packages]
  await run({ what: 'Finishing packages', command })
}

async function prepare(step) {
  const fingerprint = hashOf(root, step.sources)
  if (readStamp(step.stamp, step.made) === fingerprint) return
  removeStamp(step.stamp)
  await run(step)
  writeStamp(step.stamp, fingerprint)
}

/** Returns what a step has noted; undefined if it has not finished, or if what it made is gone. */
function readStamp(name, made) {
  const stamp = join(stamps, name)
  return existsSync(stamp) && existsSync(join(root, made)) ? readFileSync(stamp, 'utf8') : undefined
}

function removeStamp(name) {
  rmSync(join(stamps, name), { force: true })
}

function writeStamp(name, text) {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), text)
}

/** Runs a step and reports every few seconds that it is running. Its output is shown only when it fails. */
async function run({ what, command, folder = '.' }) {
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
