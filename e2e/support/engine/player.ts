import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitOf } from '../processes.ts'
import type { Display } from './display.ts'

/** Settings with which a processor can draw the game. */
const settings = `
screen_w = 320
screen_h = 240
viewing_range = 30
fps_max = 30
fps_max_unfocused = 30
enable_sound = false
enable_clouds = false
enable_particles = false
view_bobbing_amount = 0
pause_on_lost_focus = false
enable_remote_media_server = false
show_debug = false
language = en
`

/** How a client connects. */
export interface Connection {
  port: number
  name: string
  password: string
}

/** A client of the engine that runs. */
export interface EngineClient {
  /** Returns what it has printed so far. */
  output(): string
  /** Resolves when it has ended. */
  ended: Promise<unknown>
  /** Ends it as if the player closed the window. */
  leave(): Promise<void>
  /** Ends it like a crash, without a message to the server. */
  kill(): Promise<void>
}

/** Returns the key with which the engine signs in the player of a join ticket. */
export const keyOf = (joinTicket: string): string =>
  createHmac('sha256', joinTicket).update('engine').digest('hex')

/** Starts a client of the engine as a launcher does. */
export async function startClient(display: Display, connection: Connection): Promise<EngineClient> {
  const home = await mkdtemp(join(tmpdir(), 'baseplate-player-'))
  const [password, config] = [join(home, 'password'), join(home, 'minetest.conf')]
  await Promise.all([writeFile(password, connection.password), writeFile(config, settings)])
  const child = spawn('/usr/games/minetest', argumentsOf(connection, { password, config }), {
    env: { HOME: home, DISPLAY: display.name, LIBGL_ALWAYS_SOFTWARE: '1', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const ended = exitOf(child).then(() => rm(home, { recursive: true, force: true }))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return { output, ended, leave: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

const argumentsOf = (
  { port, name }: Connection,
  { password, config }: { password: string; config: string },
): string[] => [
  '--go',
  ...['--address', '127.0.0.1', '--port', String(port), '--name', name, '--password-file', password],
  ...['--config', config, '--logfile', '', '--color', 'never'],
]

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  return () => text
}
