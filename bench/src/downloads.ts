import { spawn } from 'node:child_process'
import { copyFile, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@baseplate/platform/testing/free-port'
import { figure, type Measurement, median } from './measurement.ts'
import { temporaryFolder } from './temporary-folder.ts'

interface Download {
  url: string
  /** The stored file, which nginx serves as well. */
  file: string
  bytes: number
  /** Pairs of downloads. */
  rounds: number
  headers?: Record<string, string>
}

/** Measures the speed of a download, over one connection, in turn with nginx. */
export async function besideNginx(
  name: string,
  { url, file, bytes, rounds, headers = {} }: Download,
): Promise<Measurement> {
  await using folder = await temporaryFolder()
  await copyFile(file, join(folder.path, 'file'))
  const nginx = await startNginx(folder.path)
  const ours: number[] = []
  const theirs: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      ours.push(await download(url, bytes, headers))
      theirs.push(await download(nginx.url, bytes))
    }
  } finally {
    nginx.stop()
  }
  return figure(name, median(ours), 'MB/s', 'nginx', { peer: median(theirs), target: { atLeastShare: 0.5 } })
}

/** Reads a whole file. Returns megabytes per second. @throws when its size differs */
async function download(url: string, bytes: number, headers: Record<string, string> = {}): Promise<number> {
  const started = performance.now()
  const received = await new Promise<number>((resolve, reject) => {
    get(url, { headers }, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      response.on('end', () => resolve(size))
      response.on('error', reject)
    }).on('error', reject)
  })
  if (received !== bytes) throw new Error(`${url} sent ${received} bytes`)
  return bytes / 1_000 / (performance.now() - started)
}

/** Starts nginx on the file `file` of a folder. */
async function startNginx(folder: string): Promise<{ url: string; stop: () => void }> {
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events {}
     http {
       access_log off; sendfile on; default_type application/octet-stream;
       client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
       uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       server { listen 127.0.0.1:${port}; root ${folder}; }
     }`,
  )
  const PATH = `${process.env.PATH}:/usr/sbin`
  const child = spawn('nginx', ['-c', config], { stdio: 'ignore', env: { ...process.env, PATH } })
  const url = `http://127.0.0.1:${port}/file`
  const deadline = Date.now() + 5_000
  while (!(await fetch(url, { method: 'HEAD' }).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) throw new Error('nginx did not start')
    await sleep(20)
  }
  return { url, stop: () => child.kill() }
}
