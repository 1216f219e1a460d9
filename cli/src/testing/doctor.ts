import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '@baseplate/platform/config/load'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { onTestFinished } from 'vitest'

export const nowhere = 'http://127.0.0.1:1'

export async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'doctor-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

export const configured = (written: ConfigInput, environment: Record<string, string> = {}) =>
  parseConfig(written, environment, '/nowhere')

/**
 * Starts a web server with one response for every request, and returns its address.
 *
 * @param key bearer key without which it responds 404
 */
export async function answering(
  status: number,
  text: string,
  key?: string,
): Promise<{ url: string; port: number }> {
  const server = createServer(({ headers }, response) => {
    const isRefused = key !== undefined && headers.authorization !== `Bearer ${key}`
    response.writeHead(isRefused ? 404 : status).end(isRefused ? 'Not found' : text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}
