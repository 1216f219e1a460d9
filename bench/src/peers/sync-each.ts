/** The peer of group commit: a server that writes and syncs each body separately before it responds. */
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'

const file = await open(process.env.FILE ?? '', 'a')
let last = Promise.resolve()

async function append(bytes: Buffer): Promise<void> {
  await file.write(bytes)
  await file.datasync()
}

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    last = last.then(() => append(Buffer.concat(chunks)))
    last.then(() => response.writeHead(200, { 'Content-Length': 0 }).end())
  })
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
