import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig, parseConfig } from './load.ts'

test('an empty configuration has the defaults', () => {
  const config = parseConfig({}, {}, '/srv/game')
  expect(config).toMatchObject({
    port: 3000,
    baseUrl: 'http://localhost:3000',
    dataDirectory: '/srv/game/data',
    databaseUrl: undefined,
    Gameservers: { Hosting: 'Both', ProxyPortOffset: 0 },
    Signing: { Hash: 'sha1', Tag: 'rbxsig' },
    economy: { url: 'http://127.0.0.1:2009' },
  })
})

test('prefers the environment and removes the last slash of the base address', () => {
  const config = parseConfig(
    {},
    { PORT: '8080', BASE_URL: 'https://play.example/', ECONOMY_PORT: '3001', HOST: '' },
    '/',
  )
  expect(config.port).toBe(8080)
  expect(config.host).toBe('127.0.0.1')
  expect(config.baseUrl).toBe('https://play.example')
  expect(config.economy.url).toBe('http://127.0.0.1:3001')
})

test('reports every invalid value with its key and what is allowed', () => {
  const broken = { Gameservers: { Hosting: 'Cloud', Colour: 'red' }, Places: { PerUser: -1 }, Nmae: 'x' }
  let message = ''
  try {
    parseConfig(broken, { PORT: 'http', DATABASE_URL: 'mysql://x' }, '/')
  } catch (error) {
    expect(error).toBeInstanceOf(CannotStart)
    message = (error as Error).message
  }
  expect(message).toMatch(/Gameservers\.Hosting: "Cloud" is not allowed: .*"Dedicated"\|"Selfhosted"\|"Both"/)
  expect(message).toContain('Gameservers.Colour: there is no such key')
  expect(message).toContain('Places.PerUser: -1 is not allowed')
  expect(message).toContain('Nmae: there is no such key')
  expect(message).toContain('PORT: "http" is not allowed')
  expect(message).toContain('DATABASE_URL: "mysql://x" is not allowed')
})

test('rejects a connection for signals without a database', () => {
  expect(() => parseConfig({}, { DATABASE_LISTEN_URL: 'postgres://localhost/game' }, '/')).toThrow(
    'DATABASE_URL: required when DATABASE_LISTEN_URL is set',
  )
})

test.each([
  [{ Amount: 0 }, 'Stipend.Amount: 0 is not allowed'],
  [{ Amount: 0.0000001 }, 'Stipend.Amount: 1e-7 is not allowed'],
  [{ Amount: '10' }, 'Stipend.Amount: "10" is not allowed'],
  [{ Interval: 0 }, 'Stipend.Interval: 0 is not allowed'],
  [{ Cooldown: 12 }, 'Stipend.Cooldown: there is no such key'],
])('refuses the stipend %j', (Stipend, fault) => {
  expect(() => parseConfig({ Stipend }, {}, '/')).toThrow(fault)
})

test('names a missing configuration file', async () => {
  await expect(loadConfig('/', { BASEPLATE_CONFIG: '/nowhere/config.ts' })).rejects.toThrow(
    'The configuration file /nowhere/config.ts cannot be read.',
  )
})

test('accepts addresses and CIDR ranges as trusted proxies and explains other entries', () => {
  const proxies = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::ffff:10.0.0.0/104']
  expect(parseConfig({ TrustedProxies: proxies }, {}, '/').TrustedProxies).toEqual(proxies)
  const wrong = { TrustedProxies: ['127.0.0.1', '10.0.0.0/40', 'proxy.lan'] }
  expect(() => parseConfig(wrong, {}, '/')).toThrow(
    /TrustedProxies\.1: "10\.0\.0\.0\/40" is not allowed: the part after "\/" must be 0 to 32\n.*TrustedProxies\.2: "proxy\.lan" is not allowed: this is not an IP address/,
  )
})

test('says which fees are allowed', () => {
  expect(() => parseConfig({ Economy: { Fee: 1 } }, {}, '/')).toThrow(
    'Economy.Fee: 1 is not allowed: use a number from 0 to less than 1',
  )
  expect(parseConfig({ Economy: { Fee: 0 } }, {}, '/').Economy.Fee).toBe(0)
})

test.each([
  ['export default {\n  Name: "x",\n  Economy: { Fee 0.1 },\n}', / in line 3: /],
  ['const a = undefined\nexport default { Name: a.b }', / in line 2: Cannot read properties/],
  ['import "./nothing.ts"', /: Cannot find module .*nothing\.ts/],
])('names the line at which a configuration file is broken: %j', async (text, said) => {
  const folder = await mkdtemp(join(tmpdir(), 'config-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'baseplate.config.ts'), text)
  await expect(loadConfig(folder, {})).rejects.toThrow(said)
})

test.each([
  ['HTTPS://Play.Example.ORG:443/', 'https://play.example.org'],
  ['http://play.example.org:80//', 'http://play.example.org'],
  ['https://play.example.org:8443', 'https://play.example.org:8443'],
  ['http://[2001:DB8:0::5]:3000/', 'http://[2001:db8::5]:3000'],
])('spells the address %s as %s', (written, spelled) => {
  const { baseUrl, economy } = parseConfig(
    {},
    { BASE_URL: written, ECONOMY_URL: `http://127.0.0.1:2009,${written}`, ECONOMY_SELF_URL: written },
    '/nowhere',
  )
  expect([baseUrl, ...(economy.others ?? []), economy.selfUrl]).toEqual([spelled, spelled, spelled])
})

test('the engine Minetest sets commands, extension and scheme', () => {
  const { Client, Orchestrator } = parseConfig({ Engine: 'minetest', Name: 'Blockland' }, {}, '/srv/game')
  expect(Client).toMatchObject({ PlaceExtension: 'zip', LauncherScheme: 'baseplate-blockland' })
  expect(Orchestrator).toMatchObject({
    Command: [process.execPath, '/srv/game/minetest/src/serve/main.ts', '{placeId}', '{port}'],
    Readable: ['/srv/game/minetest', '/srv/game/node_modules'],
  })
})

test('the values of the operator win over those of the engine', () => {
  const { Client, Orchestrator } = parseConfig(
    {
      Engine: 'minetest',
      Client: { LauncherScheme: 'play', Brand: 'Blocks' },
      Orchestrator: { Command: ['/opt/serve', '{port}'], MaxServers: 3 },
    },
    {},
    '/srv/game',
  )
  expect(Client).toMatchObject({ PlaceExtension: 'zip', LauncherScheme: 'play', Brand: 'Blocks' })
  expect(Orchestrator).toMatchObject({
    Command: ['/opt/serve', '{port}'],
    MaxServers: 3,
    Readable: ['/srv/game/minetest', '/srv/game/node_modules'],
  })
})

test('the engine Minetest starts no servers where all makers host their own', () => {
  const written = { Engine: 'minetest', Gameservers: { Hosting: 'Selfhosted' } }
  expect(parseConfig(written, {}, '/').Orchestrator.Command).toBeUndefined()
})

test('reports invalid values beside an engine', () => {
  expect(() => parseConfig({ Engine: 'minetest', Orchestrator: 7, Client: { Brand: '' } }, {}, '/')).toThrow(
    /Client\.Brand: [\s\S]*Orchestrator: 7 is not allowed/,
  )
})

test('rejects a time of silence in which healthy servers are stopped', () => {
  const parse = (SilentSeconds: number, written: object) => () =>
    parseConfig({ ...written, Orchestrator: { SilentSeconds } }, {}, '/')
  expect(parse(19, {})).toThrow(/Orchestrator\.SilentSeconds: at least 20 without/)
  expect(parse(20, {})).not.toThrow()
  expect(parse(9, { Engine: 'minetest' })).toThrow(/Orchestrator\.SilentSeconds: 9 is not allowed/)
  expect(parse(10, { Engine: 'minetest' })).not.toThrow()
})

test('a platform without a chosen engine keeps what its clients are built with', () => {
  const { Client, Orchestrator } = parseConfig({ Name: 'Blockland' }, {}, '/srv/game')
  expect(Client).toMatchObject({ PlaceExtension: 'rbxl', LauncherScheme: 'baseplate' })
  expect([Orchestrator.Command, Orchestrator.Readable]).toEqual([undefined, []])
})
