/** The peer of small responses: `node:http` alone, with the same body as the response it is compared with. */
import { createServer } from 'node:http'

const body = Buffer.from(process.env.BODY ?? 'OK')
const headers = {
  'Content-Type': 'text/plain',
  'Content-Length': body.length,
  'Cache-Control': 'no-cache',
  Pragma: 'no-cache',
}

createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
