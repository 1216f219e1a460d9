import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

/** States of a connection in /proc/net/tcp (proc(5)): its first packet has got no answer, or it ended a while ago. */
const synSent = '02'
const timeWait = '06'

test.skipIf(process.platform !== 'linux')(
  'lets a thousand connections wait while the process is busy',
  async () => {
    const server = createServer()
    const port = await listen(server, '127.0.0.1', 0)
    const sockets = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1'))
    // The connections are begun, and no event of the server has run yet.
    await new Promise<void>((done) => process.nextTick(done))
    const to = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
    const connections = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      // An earlier server may have had the port.
      .filter(([, , remote, state]) => remote === to && state !== timeWait)
    expect(connections).toHaveLength(1_000)
    expect(connections.filter(([, , , state]) => state === synSent)).toHaveLength(0)
    for (const socket of sockets) socket.destroy()
    server.close()
  },
)
