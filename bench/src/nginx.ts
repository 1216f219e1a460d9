import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@baseplate/platform/testing/free-port'

/** Starts nginx, the peer of large files. It serves the file `file` of the folder. */
export async function startNginx(folder: string): Promise<{ url: string; stop: () => void }> {
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
  const child = spawn('nginx', ['-c', config], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/file`
  const deadline = Date.now() + 5_000
  while (!(await fetch(url, { method: 'HEAD' }).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) throw new Error('nginx did not start')
  }
  return { url, stop: () => child.kill() }
}
