import { execFile, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { debianProgram } from '../../tools/debian-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)
export const deploy = resolve(import.meta.dirname, '../../deploy')
const find = (name: string, folder: string) =>
  debianProgram({ paths: [`${folder}/${name}`], name, title: name })
export const caddy = find('caddy', '/usr/bin')
export const nginx = find('nginx', '/usr/sbin')

interface Ports {
  /** The port that clients connect to. */
  port: number
  sitePort: number
  orchestratorPort: number
}

/** Runs a proxy until the test ends. */
function startProxy(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const child = spawn(program, args, { stdio: 'ignore', env: { PATH: process.env.PATH, ...env } })
  onTestFinished(async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill()
    await ended
  })
}

const to = (text: string, { sitePort, orchestratorPort }: Ports) =>
  text
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${sitePort}`)
    .replaceAll('127.0.0.1:64991', `127.0.0.1:${orchestratorPort}`)

/**
 * Runs Caddy with the project's Caddyfile on a port of the test, and with a certificate of Caddy's own.
 *
 * @param change changes the file as an operator does
 */
export async function startCaddy(ports: Ports, change = (text: string) => text): Promise<void> {
  const folder = await temporaryFolder()
  const options = `admin off\n\tauto_https disable_redirects\n\tlocal_certs\n\tskip_install_trust\n\tstorage file_system ${folder}/storage\n`
  const text = to(change(await readFile(join(deploy, 'Caddyfile'), 'utf8')), ports)
    .replace('{\n\tservers {', `{\n\t${options}\tservers {`)
    .replaceAll(/^(\w+\.example\.org) \{/gm, `https://$1:${ports.port} {`)
  await writeFile(join(folder, 'Caddyfile'), text)
  const config = ['--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  startProxy(caddy ?? '', ['run', ...config], { HOME: folder })
}

/** Runs nginx with the contents of a file in `conf.d`, after nginx has checked it. */
export async function runNginx(text: string): Promise<void> {
  const folder = await temporaryFolder()
  const workers = await readFile(join(deploy, 'nginx-workers.conf'), 'utf8')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const config = join(folder, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''} ${workers}
     events { worker_connections 8192; } http { access_log off; ${paths.join(' ')} ${text} }`,
  )
  const { stderr } = await run(nginx ?? '', ['-t', '-q', '-c', config])
  if (stderr !== '') throw new Error(stderr)
  startProxy(nginx ?? '', ['-c', config])
}

/**
 * Runs nginx with the project's files on a port of the test, and with a certificate of the test.
 *
 * @param change changes each file as an operator does
 */
export async function startNginx(ports: Ports, change = (text: string) => text): Promise<void> {
  const folder = await temporaryFolder()
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const request = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=play.example.org']
  await run('openssl', ['req', ...request, '-keyout', key, '-out', certificate])
  const shared = join(folder, 'baseplate-proxy.conf')
  await writeFile(shared, change(await readFile(join(deploy, 'nginx-proxy.conf'), 'utf8')))
  await runNginx(
    to(change(await readFile(join(deploy, 'nginx.conf'), 'utf8')), ports)
      .replace(/^server \{\n {4}listen 80;[\s\S]*?^\}\n/m, '')
      .replaceAll(/^ *listen \[::\].*$/gm, '')
      .replaceAll('listen 443', `listen 127.0.0.1:${ports.port}`)
      .replaceAll('/etc/nginx/baseplate-proxy.conf', shared)
      .replaceAll(/\S+\/fullchain\.pem/g, certificate)
      .replaceAll(/\S+\/privkey\.pem/g, key),
  )
}
