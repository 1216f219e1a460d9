/** A child for tests of the supervisor: `node supervised.ts <behaviour> <file>`. It appends its process id to the file at each start. */
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { openChannel } from '../workers/channel.ts'

const [behaviour = '', file = ''] = process.argv.slice(2)
appendFileSync(file, `${process.pid}\n`)
const starts = readFileSync(file, 'utf8').trim().split('\n').length

const isReady = {
  obedient: true,
  orderly: true,
  stubborn: true,
  'never ready': false,
  'refuses to start': false,
  'ready once': starts === 1,
  'hangs later': starts === 1,
  'blocks once': true,
}[behaviour]

if (behaviour === 'stubborn' || behaviour === 'never ready') process.on('SIGTERM', () => undefined)
if (behaviour === 'orderly') process.on('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
if (behaviour === 'refuses to start') {
  process.send?.({ cannotStart: 'The port is in use.' })
  process.exit(1)
}
let asked = 0
openChannel(process, {
  async health() {
    asked++
    // Not before its second check, so that the supervisor has seen it healthy.
    if (behaviour === 'blocks once' && starts === 1 && asked === 2) for (;;);
    return true
  },
})
if (isReady) {
  const server = createServer((_request, response) => response.end('OK')).listen(0, '127.0.0.1', () => {
    // The port of its health check.
    appendFileSync(`${file}.port`, `${Object(server.address()).port}\n`)
    process.send?.({ ready: true })
  })
} else if (behaviour === 'ready once') process.exit(1)
else setInterval(() => undefined, 1_000)
