import { get } from 'node:http'

const megabyte = 1_000_000

/** Reads a whole file over one connection. Returns megabytes per second. @throws when its size differs */
export async function download(
  url: string,
  bytes: number,
  headers: Record<string, string> = {},
): Promise<number> {
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
  return bytes / megabyte / ((performance.now() - started) / 1000)
}
