import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const program = process.env.HAPROXY ?? '/usr/sbin/haproxy'

export interface LoadBalancer {
  stop(): Promise<void>
}

/**
 * Idle time after which HAProxy closes a client's connection. It is longer than the 130 s that sites announce to clients. With a
 * shorter time, a request at the moment of the close would fail. `timeout http-keep-alive` could only shorten it.
 */
const clientIdleSeconds = 150

/**
 * Starts HAProxy in front of sites. Each request goes to the next site that is ready, whichever client sends it. While none is
 * ready, because all need the same database, each site answers for itself.
 */
export async function startHaproxy(port: number, sitePorts: readonly number[]): Promise<LoadBalancer> {
  if (!existsSync(program)) throw new Error(`${program} is missing`)
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-haproxy-'))
  const file = join(directory, 'haproxy.cfg')
  const sites = sitePorts.flatMap((site, index) => [
    `server site${index} 127.0.0.1:${site} check inter 500ms fall 2 rise 1`,
    `server unready${index} 127.0.0.1:${site} backup`,
  ])
  await writeFile(
    file,
    `global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout check 5s
  timeout client ${clientIdleSeconds}s
  timeout server 60s
  option forwardfor
  option redispatch
  retries 3
frontend public
  bind 127.0.0.1:${port}
  default_backend sites
backend sites
  balance roundrobin
  option allbackups
  option httpchk GET /ready
  http-check send hdr Host localhost
  ${sites.join('\n  ')}
`,
  )
  const said: string[] = []
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr.on('data', (text) => said.push(String(text)))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/login`).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`HAProxy did not start:\n${said.join('')}`)
    await setTimeout(20)
  }
  return {
    async stop() {
      child.kill('SIGKILL')
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}
