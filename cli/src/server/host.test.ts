import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { parseConfig } from '@baseplate/platform/config/load'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { describe, expect, test } from 'vitest'
import { openRaw, startSiteServer } from '../testing/site-server.ts'
import { hostCheck } from './host.ts'

const machine = ['192.168.1.5', '2001:db8::5']

interface Site {
  BASE_URL?: string
  METRICS_KEY?: string
  config?: ConfigInput
}

/** Returns the status with which a site refuses a host, or undefined if it serves it. */
const refusalOf = (host: string, { config = {}, ...environment }: Site = {}, path = '/') =>
  hostCheck(parseConfig(config, environment, '/nowhere'), () => machine)(
    { url: path, headers: { host }, rawHeaders: ['Host', host] },
    path,
  )

const publicSite = { BASE_URL: 'https://play.example.org' }

describe('a public site', () => {
  test.each([
    'play.example.org',
    'PLAY.example.org:443',
    'play.example.org.',
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
  ])('serves %s', (host) => {
    expect(refusalOf(host, publicSite)).toBeUndefined()
  })

  test.each([
    'evil.example',
    'www.play.example.org',
    'play.example.org.evil.example',
    '127.evil.example',
    '192.168.1.5',
    '203.0.113.9',
  ])('is not at %s', (host) => {
    expect(refusalOf(host, publicSite)).toBe(421)
  })

  test('serves further hosts of its configuration', () => {
    const Hosts = ['Clients.Example', '203.0.113.9', '2001:DB8::9']
    const site = { ...publicSite, config: { Client: { Hosts } } }
    for (const host of ['clients.example:8080', '203.0.113.9:3000', '[2001:db8:0::9]:3000'])
      expect(refusalOf(host, site), host).toBeUndefined()
    expect(refusalOf('other.example', site)).toBe(421)
  })
})

test('serves every name below a wildcard', () => {
  const site = { ...publicSite, config: { Client: { Hosts: ['*.Example.com', '*.games.example.net'] } } }
  for (const host of ['www.example.com', 'WWW.Example.COM:80', 'a.b.example.com.', 'api.games.example.net'])
    expect(refusalOf(host, site), host).toBeUndefined()
  for (const host of [
    'example.com',
    '.example.com',
    'badexample.com',
    'www.example.com.evil.example',
    'example.net',
  ])
    expect(refusalOf(host, site), host).toBe(421)
})

test('a local site serves the addresses of this machine, and no name that leads to it', () => {
  for (const host of ['192.168.1.5:3000', '[2001:db8::5]:3000', 'localhost', 'game.localhost'])
    expect(refusalOf(host), host).toBeUndefined()
  for (const host of ['192.168.1.6', 'evil.example:3000']) expect(refusalOf(host), host).toBe(421)
})

test('load balancers may use any host, and Prometheus may where a key protects the metrics', () => {
  for (const path of ['/health', '/ready'])
    expect(refusalOf('10.0.0.9:3000', publicSite, path)).toBeUndefined()
  expect(refusalOf('10.0.0.9:3000', publicSite, '/metrics')).toBe(421)
  expect(refusalOf('10.0.0.9:3000', { ...publicSite, METRICS_KEY: 'a key' }, '/metrics')).toBeUndefined()
})

test('refuses hosts with a port or a path, and wildcards of anything but names, in the configuration', () => {
  const ports = ['play.example:80', 'http://play.example', 'play.example/x', '[2001:db8::1]:80']
  for (const host of [...ports, '*', '*.org', '*.', 'a.*.example.org', '*.*.example.org', '*.10.0.0.1'])
    expect(() => parseConfig({ Client: { Hosts: [host] } }, {}, '/nowhere'), host).toThrow('Client.Hosts.0')
})

describe('over a connection', () => {
  const respond = async (head: string): Promise<string> => {
    const { port } = await startSiteServer({ pages: (asked, response) => response.end(`page ${asked.url}`) })
    const client = await openRaw(port)
    client.socket.write(`${head.replaceAll('PORT', String(port))}\r\nConnection: close\r\n\r\n`)
    await client.ended
    return client.text()
  }

  test.each([
    ['two hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example'],
    ['the same host twice', 'GET / HTTP/1.1\r\nHost: localhost\r\nhost: localhost'],
    ['a host that is a path', 'GET /settings HTTP/1.1\r\nHost: localhost/login?x='],
    ['no host, in HTTP/1.0', 'GET / HTTP/1.0\r\nAccept: */*'],
    ['no host, for a game client', 'GET /game/clientpresence HTTP/1.0\r\nAccept: */*'],
    ['an empty host', 'GET / HTTP/1.1\r\nHost:'],
    ['a user in its absolute address', 'GET http://user@localhost/ HTTP/1.1\r\nHost: localhost'],
  ])('refuses a request with %s', async (_what, head) => {
    expect(await respond(head)).toMatch(/^HTTP\/1\.1 400 .*The Host header must name one host$/s)
  })

  test.each([
    [
      'another host',
      'POST /register?/initialAccount HTTP/1.1\r\nContent-Length: 0\r\nHost: evil.example:PORT',
    ],
    ['another host for game clients', 'GET /game/join HTTP/1.1\r\nHost: evil.example'],
    ['another host in its absolute address', 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost'],
  ])('refuses a request for %s', async (_what, head) => {
    expect(await respond(head)).toMatch(
      /^HTTP\/1\.1 421 Misdirected Request\r\n.*Client\.Hosts(","code":"requests.other_host"})?$/s,
    )
  })

  test('answers /health without a host, as load balancers ask in HTTP/1.0', async () => {
    expect(await respond('GET /health HTTP/1.0\r\nAccept: */*')).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  test('serves an address of this machine', async () => {
    const [address] = Object.values(networkInterfaces()).flatMap((found = []) =>
      found.map((one) => one.address),
    )
    const { port } = await startSiteServer({ pages: (_asked, response) => response.end('page') })
    const host = address?.includes(':') ? `[${address}]` : address
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    request({ port, host: '127.0.0.1', headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).end()
    expect(await promise).toBe(200)
  })

  test('leads a browser to the address of the site', async () => {
    const page = await respond('GET / HTTP/1.1\r\nHost: evil.example\r\nAccept: text/html')
    expect(page).toContain('<a href="http://localhost:3000/">Home page</a>')
    expect(page).toContain('Client.Hosts')
  })
})
