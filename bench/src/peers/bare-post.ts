/** The peer of small writes: `node:http` that reads the body and answers 200 to it, and keeps nothing. */
import { createServer } from 'node:http'

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    Buffer.concat(chunks)
    response.writeHead(200, { 'Content-Length': 0 }).end()
  })
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
