/** The peer of small writes: `node:http` that reads the body, discards it and answers 200. */
import { createServer } from 'node:http'

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    Buffer.concat(chunks)
    response.writeHead(200, { 'Content-Length': 0 }).end()
  })
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
