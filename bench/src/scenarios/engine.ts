import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findEngine } from '@baseplate/minetest/serve/engine'
import { argumentsOf, foldersOf, installPlatform } from '@baseplate/minetest/serve/install'
import { type Bot, joinAsBot } from '@baseplate/minetest/testing/bot'
import { freePort } from '@baseplate/platform/testing/free-port'
import { figure, type Measurement, median } from '../measurement.ts'
import { memoryOf, processorSecondsOf } from '../processes.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const players = 50
const seconds = 20

/** Servers of a small machine at the same time. */
const servers = 20
const key = 'k'.repeat(64)
const root = join(import.meta.dirname, '../../..')

/** The engine alone: the game itself lets players in. */
const gatekeeper = `
core.register_authentication_handler({
  get_auth = function(name)
    return { password = core.get_password_hash(name, "${key}"), privileges = { shout = true }, last_login = os.time() }
  end,
  create_auth = function() end, delete_auth = function() return false end, set_password = function() return false end,
  set_privileges = function() end, reload = function() return true end, record_login = function() end,
  iterate = function() return pairs({}) end,
})
`

/** Measures servers of Minetest with 50 bots that speak the real protocol: with the platform's mod, and without it. */
export async function engine(): Promise<Measurement[]> {
  const site = await startSite()
  try {
    const own = await serve(site)
    const alone = await serve(undefined)
    const many = await serveMany(site)
    const against = 'the same server without the mod'
    return [
      figure('memory of an empty server, MB', own.emptyBytes / 1e6, 'MB', 'limit', {
        target: { atMost: 40 },
      }),
      figure('join of a player without a screen', own.joinMs, 'ms', against, { peer: alone.joinMs }),
      figure(`processor of a server with ${players} players`, own.cores, 'cores', against, {
        peer: alone.cores,
      }),
      figure(`of it, the mod`, own.cores - alone.cores, 'cores', 'limit', { target: { atMost: 0.05 } }),
      // The time in which a server has to be ready (`Orchestrator.ReadySeconds`).
      figure(`start of ${servers} servers`, many.startMs, 'ms', 'limit', { target: { atMost: 60_000 } }),
      // The memory and the processors of a small machine.
      figure(`memory of ${servers} servers, MB`, many.bytes / 1e6, 'MB', 'limit', {
        target: { atMost: 4_000 },
      }),
      figure(`processor of ${servers} servers without players`, many.cores, 'cores', 'limit', {
        target: { atMost: 2 },
      }),
    ]
  } finally {
    site.closeAllConnections()
    site.close()
  }
}

/** Responds like a site whose players never change. */
async function startSite(): Promise<Server> {
  const admitted = Array.from({ length: players + 1 }, (_, at) => ({
    username: `Player_${at}`,
    number: at + 1,
    key,
    level: 1,
    membership: 'None',
  }))
  const list = JSON.stringify({ version: '1', players: admitted, leave: [], closing: null, message: null })
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site')
    response.setHeader('content-type', 'application/json')
    if (request.method === 'POST') response.end('{"leave":[],"closing":null,"message":null}')
    else if (pathname !== '/game/players') response.writeHead(404).end()
    else if (searchParams.has('after')) setTimeout(() => response.end(list), 25_000)
    else response.end(list)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function serve(site: Server | undefined) {
  await using folder = await temporaryFolder()
  const port = await freePort()
  const server = startEngine(folder.path, port, site)
  try {
    const pid = server.pid ?? 0
    // A key lets its player in once.
    await joinOf(port, players + 1).then((bot) => bot.leave())
    await sleep(1_000)
    const emptyBytes = await memoryOf(pid)
    const bots: Bot[] = []
    const times: number[] = []
    for (let number = 1; number <= players; number++) {
      const began = performance.now()
      bots.push(await joinOf(port, number))
      times.push(performance.now() - began)
    }
    await sleep(5_000)
    const before = await processorSecondsOf([pid], 'alone')
    await sleep(seconds * 1_000)
    const cores = ((await processorSecondsOf([pid], 'alone')) - before) / seconds
    for (const bot of bots) bot.leave()
    return { emptyBytes, cores, joinMs: median(times) }
  } finally {
    server.kill()
    await once(server, 'exit')
  }
}

/** Starts servers at once, and measures them when each has let a player in. */
async function serveMany(site: Server) {
  await using folder = await temporaryFolder()
  const began = performance.now()
  const running = await Promise.all(
    Array.from({ length: servers }, async (_, at) => {
      const port = await freePort()
      return { port, server: startEngine(join(folder.path, String(at)), port, site) }
    }),
  )
  try {
    await Promise.all(running.map(({ port }) => joinOf(port, players + 1).then((bot) => bot.leave())))
    const startMs = performance.now() - began
    await sleep(5_000)
    const pids = running.map(({ server }) => server.pid ?? 0)
    const memory = await Promise.all(pids.map((pid) => memoryOf(pid)))
    const before = await processorSecondsOf(pids, 'alone')
    await sleep(seconds * 1_000)
    const cores = ((await processorSecondsOf(pids, 'alone')) - before) / seconds
    return { startMs, bytes: memory.reduce((sum, bytes) => sum + bytes, 0), cores }
  } finally {
    for (const { server } of running) server.kill()
    await Promise.all(running.map(({ server }) => once(server, 'exit')))
  }
}

/** The server may still be starting, or loading the list of its players. */
async function joinOf(port: number, number: number): Promise<Bot> {
  for (let tries = 0; ; tries++) {
    try {
      return await joinAsBot({ port, name: `u${number}`, password: key, timeoutMs: 5_000 })
    } catch (error) {
      if (tries === 20) throw error
      await sleep(200)
    }
  }
}

function startEngine(home: string, port: number, site: Server | undefined): ChildProcess {
  const folders = foldersOf(home)
  mkdirSync(folders.world, { recursive: true })
  cpSync(join(root, 'minetest/games/template'), folders.game, { recursive: true })
  const siteUrl = site ? `http://127.0.0.1:${(site.address() as AddressInfo).port}` : 'http://127.0.0.1:1'
  const place = { placeId: '1', placeName: 'A place', maxPlayers: players, reportSeconds: 10 }
  const run = { ...place, port: String(port), home, siteUrl, ticket: 't' }
  installPlatform(run, folders)
  if (!site) {
    writeFileSync(join(folders.world, 'worldmods/baseplate/init.lua'), gatekeeper)
    writeFileSync(join(folders.world, 'worldmods/baseplate_guard/init.lua'), '')
  }
  return spawn(findEngine() ?? 'minetestserver', argumentsOf(run, folders), {
    env: { ...process.env, HOME: home, BASEPLATE_TICKET: 't' },
    stdio: 'ignore',
  })
}
