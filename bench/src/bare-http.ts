import { freePort } from '@baseplate/platform/testing/free-port'
import { type ServerProcess, startServer } from './server-process.ts'

/** Starts a bare server that answers every request with the body, as the peer of small responses. */
export async function startBareHttp(body: string): Promise<ServerProcess & { url: string }> {
  const port = String(await freePort())
  const server = await startServer(['bench/src/peers/bare-http.ts'], { PORT: port, BODY: body }, /ready/)
  return { ...server, url: `http://127.0.0.1:${port}/` }
}
