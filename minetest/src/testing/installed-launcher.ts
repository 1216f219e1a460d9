import { execFile, spawn } from 'node:child_process'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readShipped } from '@baseplate/texts/read'
import { type LauncherPackage, packLauncher } from '../launcher/launcher-package.ts'

const run = promisify(execFile)

/** Whether this machine can unpack packages of Debian, and run what is in them. */
export const canInstall = await run('dpkg-deb', ['--version']).then(
  () => true,
  () => false,
)

/** Makes a key pair like that of a platform. */
export const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()

/** A request that a platform received. */
export interface Asked {
  method: string | undefined
  path: string
  agent: string | undefined
}

/** A platform that a launcher talks to: it signs a join script, and records the requests. */
export async function startPlatform() {
  const keys = makeKeys()
  const asked: Asked[] = []
  const platform = {
    asked,
    keys,
    /** Replies to the next requests for the join script. The last one stays. */
    joins: [] as ((response: ServerResponse) => void)[],
    baseUrl: '',
    signed: (script: string, key = keys.privateKey) => {
      const text = `\n${script}`
      return `--rbxsig%${sign('sha1', Buffer.from(text), key).toString('base64')}%${text}`
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  const respond = ({ method, url = '', headers }: IncomingMessage, response: ServerResponse) => {
    asked.push({ method, path: url, agent: headers['user-agent'] })
    if (!url.startsWith('/game/join')) return response.end('OK')
    const reply = platform.joins.length > 1 ? platform.joins.shift() : platform.joins[0]
    return reply ? reply(response) : response.end(platform.signed(joinScript()))
  }
  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  platform.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return platform
}

export type StubPlatform = Awaited<ReturnType<typeof startPlatform>>

/** Returns the lines of a join script that a launcher reads. The values are Lua literals. */
export const joinScript = ({ server = '"127.0.0.1"', port = '30000', number = '7' } = {}) =>
  `-- Joins a game.
local baseUrl, placeId = "http://example", 12
local serverAddress, serverPort = ${server}, ${port}
local userId, username, membership = ${number}, "Ada\\010local userId, username, membership = 8", Enum.MembershipType.None
local appearanceUrl, pingUrl = "", ""
`

/** The client of the engine: notes its arguments, its settings and its password, and ends when the file `end` appears. */
const stubClient = `#!/bin/sh
work=$STUBS/client
mkdir -p "$work"
printf '%s\\n' "$@" >"$work/arguments"
env >"$work/environment"
while [ $# -gt 1 ]; do
  case $1 in
    --password-file) cp "$2" "$work/password"; stat -c '%a %n' "$2" "$(dirname "$2")" >"$work/modes" ;;
    --config) cp "$2" "$work/settings"; config=$2 ;;
    --logfile) log=$2 ;;
  esac
  shift
done
if [ -f "$STUBS/write-settings" ]; then cat "$STUBS/write-settings" >>"$config"; fi
trap 'echo TERM >"$work/signal"; exit 0' TERM
touch "$work/started"
while [ -d "$STUBS" ] && [ ! -f "$STUBS/end" ]; do sleep 0.05; done
cat "$STUBS/end" >>"$log"
exit "$(cat "$STUBS/code" 2>/dev/null || echo 0)"
`

/** Programs that note their arguments, which other users of a machine can read. */
const noting = (program: string) => `#!/bin/sh
printf '%s\\n' "$0 $*" >>"$STUBS/arguments"
exec /usr/bin/${program} "$@"
`

const stubZenity = `#!/bin/sh
printf '%s\\n' "$CHARSET $*" >>"$STUBS/windows"
case $* in *--progress*) exec cat >/dev/null ;; esac
`

/** Installs the launchers of platforms. */
export const installLauncher = async (...platforms: Described[]) =>
  installPackages(await Promise.all(platforms.map((platform) => packLauncher(descriptionOf(platform)))))

/** Installs launchers below a folder of its own, with stand-ins for the client and for windows. */
export async function installPackages(
  packages: readonly Pick<LauncherPackage, 'name' | 'fileName' | 'file'>[],
) {
  const root = await mkdtemp(join(tmpdir(), 'launcher-'))
  const stubs = join(root, 'stubs')
  const runtime = join(root, 'run')
  await Promise.all(['stubs', 'run', 'home', 'installed'].map((name) => mkdir(join(root, name))))
  await writeStubs(stubs)
  for (const { fileName, file } of packages) {
    await writeFile(join(root, fileName), file)
    await run('dpkg-deb', ['-x', join(root, fileName), join(root, 'installed')])
  }
  const launcher = join(root, 'installed/usr/lib', packages[0]?.name ?? '', 'launch')
  return {
    root,
    stubs,
    home: join(root, 'home'),
    /** Starts the first launcher under dash, as a desktop does. */
    start: (address: string, environment: Record<string, string> = {}) =>
      startLauncher(launcher, address, {
        PATH: `${stubs}:/usr/bin:/bin`,
        HOME: join(root, 'home'),
        XDG_RUNTIME_DIR: runtime,
        STUBS: stubs,
        DISPLAY: ':none',
        ...environment,
      }),
    /** Ends the stand-in for the client. */
    endClient: async (log = '', code = 0) => {
      await writeFile(join(stubs, 'code'), String(code))
      await writeFile(join(stubs, 'part'), log)
      await rename(join(stubs, 'part'), join(stubs, 'end'))
    },
    /** Returns what a stand-in has noted in a file. */
    read: (file: string) => readFile(join(stubs, file), 'utf8').catch(() => undefined),
    /** Waits until a stand-in has written a file. */
    seen: (file: string) => seenIn(join(stubs, file)),
    /** Returns the names of files that the launcher has left behind. */
    leftovers: () => readdir(runtime),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

async function writeStubs(folder: string): Promise<void> {
  const programs = {
    minetest: stubClient,
    curl: noting('curl'),
    openssl: noting('openssl'),
    zenity: stubZenity,
  }
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), text)
    await chmod(join(folder, name), 0o755)
  }
}

function startLauncher(file: string, address: string, env: Record<string, string>) {
  const launcher = spawn('/bin/sh', [file, address], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  launcher.stderr.on('data', (text) => (errors += text))
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) =>
    launcher.on('close', (code) => resolve({ code, errors })),
  )
  return { kill: (signal: NodeJS.Signals) => launcher.kill(signal), ended }
}

async function seenIn(file: string): Promise<string> {
  for (let tries = 0; tries < 1_200; tries++) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== undefined) return text
    await delay(25)
  }
  throw new Error(`${file} was not written`)
}

/** A platform, and the keys that its launcher trusts, by default its own only. */
type Described = Pick<StubPlatform, 'baseUrl' | 'keys'> & { trusts?: KeyObject[] }

/** Returns the description of a platform, of which its launcher is made. */
export const descriptionOf = ({ baseUrl, keys, trusts }: Described) => ({
  name: 'Käse & Co',
  baseUrl,
  scheme: 'baseplate',
  brand: 'Client',
  signature: { tag: 'rbxsig', hash: 'sha1' as const },
  publicKeys: (trusts ?? [keys.publicKey]).map(pemOf),
  icon: new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
  texts: Object.fromEntries((['en', 'de'] as const).map((language) => [language, launcherTexts(language)])),
})

const launcherTexts = (language: 'en' | 'de') =>
  Object.fromEntries(
    Object.entries(readShipped(language))
      .filter(([key]) => key.startsWith('launcher.'))
      .map(([key, text]) => [key.slice('launcher.'.length), text]),
  )

/** Returns the address that a page opens. */
export const addressOf = (
  { baseUrl }: Pick<StubPlatform, 'baseUrl'>,
  query = 'ticket=bot9s0wb2r2arx6plw09lkfp',
) => `baseplate:play?script=${encodeURIComponent(`${baseUrl}/game/join?${query}`)}`
