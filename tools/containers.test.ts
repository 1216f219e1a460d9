import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface Service {
  image: string
  build?: object
  command?: string[]
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  read_only?: boolean
  cap_drop?: string[]
  user?: string
  healthcheck?: object
}

interface Compose {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>
}

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'deploy/containers')
const read = (name: string) => readFile(join(folder, name), 'utf8')
const compose = parse(await read('compose.yaml'), { merge: true }) as Compose
const small = parse(await read('compose.small.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const own = services.filter(([, { build }]) => build)

test('three sites and one of each other service run, and only the ports of the proxy are published', () => {
  expect(services.map(([name]) => name).toSorted()).toEqual([
    'caddy',
    'economy',
    'objects',
    'pgbouncer',
    'postgres',
    'site1',
    'site2',
    'site3',
  ])
  const sites = own.filter(([, { command }]) => command?.[0] === 'site').map(([, site]) => site)
  expect(sites).toHaveLength(3)
  for (const site of sites) expect(site.environment).toEqual(sites[0]?.environment)
  expect(services.flatMap(([, { ports = [] }]) => ports)).toEqual(['80:80', '443:443'])
})

test('the small file runs everything in one container behind the proxy, and keeps its data and backups', () => {
  expect(Object.keys(small.services).toSorted()).toEqual(['baseplate', 'caddy'])
  const { baseplate, caddy } = small.services
  expect(baseplate?.command).toEqual(['start'])
  expect(baseplate?.ports).toBeUndefined()
  expect(baseplate?.image).toBe(compose.services.site1?.image)
  expect(baseplate?.environment?.BASE_URL).toContain('https://')
  expect(baseplate?.volumes).toEqual(
    expect.arrayContaining(['data:/var/lib/baseplate', 'backups:/var/backups/baseplate']),
  )
  expect(caddy?.ports).toEqual(['80:80', '443:443'])
  expect(small.networks.front).toEqual(compose.networks.front)
})

test('no service has a writable root or capabilities that it does not name', () => {
  for (const [name, { read_only, cap_drop }] of [...services, ...Object.entries(small.services)])
    expect([name, read_only, cap_drop]).toEqual([name, true, ['ALL']])
  for (const [name, { healthcheck }] of own) expect([name, healthcheck]).not.toContain(undefined)
})

test('sets only variables that Baseplate documents', async () => {
  const documented = await readFile(join(root, 'docs/reference/environment.md'), 'utf8')
  for (const [, { environment = {} }] of own)
    for (const name of Object.keys(environment)) expect(documented).toContain(`\`${name}\``)
})

test('contains no secret: each one comes from a documented variable', async () => {
  const page = await readFile(join(root, 'docs/operating/containers.md'), 'utf8')
  const secrets = /PASSWORD|SECRET|_KEY$/
  const wanted = new Set<string>()
  for (const [, { environment = {} }] of services)
    for (const [name, value] of Object.entries(environment)) {
      for (const [, variable = ''] of value.matchAll(/\$\{(\w+)/g)) wanted.add(variable)
      if (secrets.test(name) && name !== 'ROOT_ACCESS_KEY') expect(value).toMatch(/^\$\{\w+(:\?[^}]*)?\}$/)
      const password = /:\/\/[^/:]*:(.*)@/.exec(value)?.[1]
      if (password !== undefined) expect(password).toMatch(/^\$\{\w+(:\?[^}]*)?\}$/)
    }
  for (const variable of wanted) expect(page).toContain(`${variable}=`)
})

test('agrees with the other files of the folder', async () => {
  const used = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
  for (const volume of used)
    if (volume.startsWith('./')) await read(volume)
    else expect(Object.keys(compose.volumes)).toContain(volume)
  const subnet = compose.networks.front?.ipam?.config[0]?.subnet ?? 'none'
  expect(await read('config.ts')).toContain("Backup: { Folder: '/var/backups/baseplate' }")
  expect(await read('config.ts')).toContain(`TrustedProxies: ['${subnet}']`)
  expect(await read('Caddyfile')).toContain('reverse_proxy {$SITES:site1:3000 site2:3000 site3:3000} {')
})

test('the image has the Node.js and the version of the checkout, and runs as a user', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const { optionalDependencies } = JSON.parse(await readFile(join(root, 'runtime/package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const containerfile = await read('Containerfile')
  for (const node of Object.values(optionalDependencies)) expect(containerfile).toContain(`/node:${node}-`)
  expect(containerfile).toMatch(/^USER 1000:1000$/m)
  for (const [, { image }] of own) expect(image).toBe(`localhost/baseplate:${version}`)
})
