import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findClient, findEngine } from '../serve/engine.ts'

const serverProgram = findEngine() ?? ''
const clientProgram = findClient() ?? ''

/** Whether this machine can run servers and clients of the engine. */
export const hasEngineAndClient = serverProgram !== '' && clientProgram !== ''

/**
 * Milliseconds until a process that was told to end is killed, as orchestrators do. Minetest 5.6.1 can miss a SIGTERM in the
 * moment after it says that it listens.
 */
const grace = 10_000

/** A process of the engine and the lines that it has written. */
export interface EngineProcess {
  pid: number
  lines: readonly string[]
  /** Resolves with the first line that matches. @throws Error with all lines, when the process ends without one */
  line(pattern: RegExp): Promise<string>
  stop(): Promise<void>
}

function watch(child: ChildProcessWithoutNullStreams): EngineProcess {
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      wake()
    })
  }
  const ended = once(child, 'close').then(wake)
  return {
    pid: child.pid ?? 0,
    lines,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find((line) => pattern.test(line))
          const isOver = child.exitCode !== null || child.signalCode !== null
          if (found === undefined && !isOver) return
          waiting.delete(look)
          if (found === undefined) reject(new Error(`no line matches ${pattern}:\n${lines.join('\n')}`))
          else resolve(found)
        }
        waiting.add(look)
        look()
      }),
    async stop() {
      child.kill('SIGTERM')
      const kill = setTimeout(() => child.kill('SIGKILL'), grace)
      await ended
      clearTimeout(kill)
    },
  }
}

/** Creates an empty folder for a server. The caller removes it. */
export const makeHome = () => mkdtemp(join(tmpdir(), 'engine-'))

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0)
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}

export interface GameServer extends EngineProcess {
  port: number
}

/**
 * Starts a server of a game without a site. Deprecated calls of its Lua are errors.
 *
 * @param home folder of the server, whose world is kept
 * @param probe Lua of a mod that the server loads beside the game
 */
export async function startServer(folder: string, home: string, probe = ''): Promise<GameServer> {
  const world = join(home, 'world')
  await cp(folder, join(home, '.minetest/games/place'), { recursive: true })
  await mkdir(join(world, 'worldmods/probe'), { recursive: true })
  await writeFile(join(world, 'worldmods/probe/mod.conf'), 'name = probe\n')
  await writeFile(join(world, 'worldmods/probe/init.lua'), probe)
  await writeFile(
    join(world, 'world.mt'),
    'gameid = place\nbackend = sqlite3\nplayer_backend = sqlite3\nauth_backend = sqlite3\nmod_storage_backend = sqlite3\n',
  )
  const config = join(home, 'minetest.conf')
  await writeFile(config, 'server_announce = false\ndeprecated_lua_api_handling = error\n')
  const port = await freePort()
  const server = watch(
    spawn(
      serverProgram,
      [
        '--config',
        config,
        '--world',
        world,
        '--gameid',
        'place',
        '--port',
        `${port}`,
        '--logfile',
        '',
        '--color',
        'never',
      ],
      { env: { HOME: home } },
    ),
  )
  await server.line(/listening on/)
  return { ...server, port }
}

/** Starts a client that draws nothing, so that it needs no screen. */
export async function startClient(port: number, name: string): Promise<EngineProcess> {
  const home = await makeHome()
  const config = join(home, 'minetest.conf')
  await writeFile(
    config,
    'video_driver = null\nenable_sound = false\nenable_shaders = false\nviewing_range = 20\n',
  )
  const client = watch(
    spawn(
      clientProgram,
      [
        '--go',
        '--address',
        '127.0.0.1',
        '--port',
        `${port}`,
        '--name',
        name,
        '--config',
        config,
        '--logfile',
        '',
      ],
      { env: { HOME: home } },
    ),
  )
  return {
    ...client,
    async stop() {
      await client.stop()
      await rm(home, { recursive: true })
    },
  }
}
