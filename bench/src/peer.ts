/**
 * The peer of the product's servers: `node:http` alone. It answers each request with `BODY`; with `FILE`, after it has
 * written and synced the request's body to that file, each separately; with `HANDLER`, as that module does.
 */
import { open } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'

const { PORT, BODY = '', FILE, HANDLER } = process.env
const body = Buffer.from(BODY)
const headers = {
  'Content-Type': 'text/plain',
  'Content-Length': body.length,
  'Cache-Control': 'no-cache',
  Pragma: 'no-cache',
}
const file = FILE === undefined ? undefined : await open(FILE, 'a')
let last: Promise<unknown> = Promise.resolve()

async function append(bytes: Buffer): Promise<void> {
  await file?.write(bytes)
  await file?.datasync()
}

const answer = (response: ServerResponse) => response.writeHead(200, headers).end(body)

const listener: RequestListener = (request, response) => {
  if (request.method === 'GET') {
    answer(response)
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const received = Buffer.concat(chunks)
    if (file) last = last.then(() => append(received)).then(() => answer(response))
    else answer(response)
  })
}

const { handler } = HANDLER
  ? ((await import(HANDLER)) as { handler: RequestListener })
  : { handler: listener }
createServer(handler).listen(Number(PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
