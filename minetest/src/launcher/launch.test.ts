import { createHmac } from 'node:crypto'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addressOf,
  canInstall,
  installLauncher,
  joinScript,
  makeKeys,
  type StubPlatform,
  startPlatform,
} from '../testing/installed-launcher.ts'

const ticket = 'bot9s0wb2r2arx6plw09lkfp'

let platform: StubPlatform
let launcher: Awaited<ReturnType<typeof installLauncher>>

const pathsAsked = () => platform.asked.map(({ method, path }) => `${method} ${path}`)
const lineOf = (text: string | undefined, beginning: string) =>
  text?.split('\n').filter((line) => line.startsWith(beginning))

describe.skipIf(!canInstall)('the installed launcher', () => {
  beforeEach(async () => {
    platform = await startPlatform()
    launcher = await installLauncher(platform)
  })
  afterEach(async () => {
    await launcher.endClient()
    await launcher.remove()
    await platform.close()
  })

  test('opens the game of the join script with the key of the ticket', async () => {
    const playing = launcher.start(addressOf(platform))
    await launcher.seen('client/started')
    const written = await launcher.read('client/arguments')
    expect(written).toContain('--go\n--address\n127.0.0.1\n--port\n30000\n--name\nu7\n--password-file\n')
    const key = createHmac('sha256', ticket).update('engine').digest('hex')
    expect(await launcher.read('client/password')).toBe(key)
    await launcher.endClient()
    expect((await playing.ended).code).toBe(0)
  })

  test('reports the player from the start, and frees the seat at the end', async () => {
    const playing = launcher.start(addressOf(platform, `ticket=${ticket}&privateServer=abc_-9`))
    await launcher.seen('client/started')
    await expect.poll(pathsAsked).toContain(`GET /game/clientpresence?ticket=${ticket}`)
    expect(pathsAsked()[0]).toBe(`GET /game/join?ticket=${ticket}&privateServer=abc_-9`)
    await launcher.endClient()
    await playing.ended
    expect(pathsAsked().at(-1)).toBe(`POST /game/left?ticket=${ticket}`)
    expect(new Set(platform.asked.map(({ agent }) => agent))).toEqual(new Set(['Client/WinInet']))
    expect(await launcher.leftovers()).toEqual([])
  })

  test('shows neither ticket nor key to other users of the machine', async () => {
    const playing = launcher.start(addressOf(platform))
    await launcher.seen('client/started')
    await expect.poll(pathsAsked).toHaveLength(2)
    const arguments_ = (await launcher.read('client/arguments')) ?? ''
    const modes = await launcher.read('client/modes')
    await launcher.endClient()
    await playing.ended
    const all = `${arguments_}${await launcher.read('arguments')}`
    expect(all).toContain('curl -q')
    expect(all).not.toContain(ticket)
    expect(all).not.toContain((await launcher.read('client/password')) ?? '')
    expect(await launcher.read('client/environment')).not.toContain(ticket)
    expect(modes).toMatch(/^600 .*\n700 /)
  })

  test('retries while the game server does not know the player yet', async () => {
    platform.joins = [
      (response) => response.writeHead(503, { 'Retry-After': '1' }).end('Not yet'),
      (response) => response.end(platform.signed(joinScript())),
    ]
    const playing = launcher.start(addressOf(platform))
    await launcher.seen('client/started')
    await launcher.endClient()
    await playing.ended
    expect(await launcher.read('windows')).toContain('--progress')
    expect(pathsAsked().filter((path) => path.includes('/game/join'))).toHaveLength(2)
  })

  test('gives up on a game that is not ready within a minute, and says so', async () => {
    platform.joins = [(response) => response.writeHead(503, { 'Retry-After': '61' }).end('Not yet')]
    const { code, errors } = await launcher.start(addressOf(platform)).ended
    expect([code, errors]).toEqual([1, expect.stringContaining('is not ready')])
  })

  test('says in the language of the desktop why the site refuses', async () => {
    platform.joins = [(response) => response.writeHead(400).end('Invalid Game Session\\n\u0007')]
    const { code } = await launcher.start(addressOf(platform), { LANG: 'de_DE.UTF-8' }).ended
    expect(code).toBe(1)
    const window = await launcher.read('windows')
    expect(window).toContain('Die Website hat dich nicht ins Spiel gelassen.')
    expect(window).toContain('Invalid Game Sessionn\n')
    expect(pathsAsked()).toEqual([`GET /game/join?ticket=${ticket}`])
  })

  test('shows why the server has refused or kicked the player', async () => {
    const playing = launcher.start(addressOf(platform))
    await launcher.seen('client/started')
    const reason = 'Access denied. Reason: You are banned\nfor a week.'
    await launcher.endClient(`2026-11-30 11:35:57: ERROR[Main]: ${reason}\n`, 1)
    expect((await playing.ended).code).toBe(1)
    expect(await launcher.read('windows')).toContain('The game has ended.\n\nYou are banned\nfor a week.')
    expect(pathsAsked().at(-1)).toBe(`POST /game/left?ticket=${ticket}`)
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends the client and frees the seat on %s',
    async (signal) => {
      const playing = launcher.start(addressOf(platform))
      await launcher.seen('client/started')
      playing.kill(signal)
      await playing.ended
      expect(await launcher.read('client/signal')).toBe('TERM\n')
      expect(pathsAsked().at(-1)).toBe(`POST /game/left?ticket=${ticket}`)
      expect(await launcher.leftovers()).toEqual([])
    },
  )

  test('stops reporting the player after SIGKILL, so that the seat becomes free', async () => {
    // Notes the process that reports the player, whose pauses are shorter here.
    const pause = '[ "$1" = 15 ] && echo $PPID >"$STUBS/reporting" && set -- 0.1\nexec /usr/bin/sleep "$@"'
    await writeFile(join(launcher.stubs, 'sleep'), `#!/bin/sh\n${pause}\n`, { mode: 0o755 })
    const playing = launcher.start(addressOf(platform))
    const reporting = Number(await launcher.seen('reporting'))
    const isReporting = () => {
      try {
        return process.kill(reporting, 0)
      } catch {
        return false
      }
    }
    expect(isReporting()).toBe(true)
    playing.kill('SIGKILL')
    await expect.poll(isReporting).toBe(false)
    expect(pathsAsked().at(-1)).toBe(`GET /game/clientpresence?ticket=${ticket}`)
  })

  test('uses the IPv4 address of a server with a name', async () => {
    platform.joins = [(response) => response.end(platform.signed(joinScript({ server: '"localhost"' })))]
    launcher.start(addressOf(platform))
    await launcher.seen('client/started')
    expect(await launcher.read('client/arguments')).toContain('--address\n127.0.0.1\n')
  })

  test('says which package is missing', async () => {
    const programs = join(launcher.root, 'few')
    await mkdir(programs)
    for (const program of ['dirname', 'basename', 'readlink', 'sed', 'openssl'])
      await symlink(join('/usr/bin', program), join(programs, program))
    const { errors } = await launcher.start(addressOf(platform), { PATH: programs }).ended
    expect(errors).toContain('sudo apt install curl')
  })

  test('says that the site cannot be reached', async () => {
    const away = await startPlatform()
    await away.close()
    const lost = await installLauncher(away)
    const { errors } = await lost.start(addressOf(away)).ended
    expect(errors).toContain(
      `cannot be reached. Check your connection, then press Play again:\n\n${away.baseUrl}`,
    )
    await lost.remove()
  })

  test('copies the settings of the player except those of a connection, and keeps changes for the next game', async () => {
    const own = join(launcher.home, '.minetest/minetest.conf')
    await mkdir(dirname(own))
    const before =
      'keymap_jump = KEY_KEY_J\nname = Somebody\nserverlist_url = list.example\nsound_volume = 0.5\n'
    await writeFile(own, before)
    await writeFile(join(launcher.stubs, 'write-settings'), 'name = u7\nsound_volume = 0.1\n')
    const first = launcher.start(addressOf(platform))
    await launcher.seen('client/started')
    await launcher.endClient()
    await first.ended
    const second = launcher.start(addressOf(platform))
    await second.ended
    const settings = await launcher.read('client/settings')
    expect(lineOf(settings, 'keymap_jump')).toEqual(['keymap_jump = KEY_KEY_J'])
    expect(lineOf(settings, 'name')).toEqual([])
    expect(lineOf(settings, 'serverlist_url')).toEqual(['serverlist_url ='])
    expect(lineOf(settings, 'sound_volume')?.at(-1)).toBe('sound_volume = 0.1')
    expect(await readFile(own, 'utf8')).toBe(before)
  })

  test('passes an address to the launcher of its platform if two platforms share a scheme', async () => {
    const other = await startPlatform()
    const both = await installLauncher(platform, other)
    const playing = both.start(addressOf(other))
    await both.seen('client/started')
    await both.endClient()
    expect((await playing.ended).code).toBe(0)
    expect(platform.asked).toEqual([])
    expect(other.asked[0]?.path).toContain('/game/join')
    await both.remove()
    await other.close()
  })

  test('accepts scripts signed with any key in the package', async () => {
    const next = makeKeys()
    const rotating = await installLauncher({ ...platform, trusts: [platform.keys.publicKey, next.publicKey] })
    platform.joins = [(response) => response.end(platform.signed(joinScript(), next.privateKey))]
    const playing = rotating.start(addressOf(platform))
    await rotating.seen('client/started')
    await rotating.endClient()
    expect((await playing.ended).code).toBe(0)
    await rotating.remove()
  })
})
