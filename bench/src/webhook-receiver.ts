/** Receives webhooks on `PORT`, and returns their number to `GET`. */
import { createServer } from 'node:http'

let received = 0

createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(String(received))
    return
  }
  request.resume().on('end', () => {
    received++
    response.writeHead(204).end()
  })
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
