import { connect, createServer, type Socket } from 'node:net'

/** The lost half of the next COMMIT. */
export type Loss = 'request' | 'answer'

export interface CommitCutter {
  /** The database, through a connection that can be cut. */
  url: string
  /** Cuts the connection of the next COMMIT. */
  cutNext(loss: Loss): void
  close(): Promise<void>
}

/** A COMMIT as PostgreSQL's simple-query message (its manual, "Message Formats"). */
const commit = Buffer.concat([Buffer.from('Q'), Buffer.from([0, 0, 0, 11]), Buffer.from('commit\0')])

/** A proxy in front of PostgreSQL that cuts connections while they commit. */
export async function openCommitCutter(database: string): Promise<CommitCutter> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let next: Loss | undefined
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    let cutAnswer = false
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    near.on('data', (bytes: Buffer) => {
      if (next === undefined || !bytes.includes(commit)) {
        far.write(bytes)
        return
      }
      const loss = next
      next = undefined
      if (loss === 'request') {
        end()
        return
      }
      cutAnswer = true
      far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => {
      if (cutAnswer) end()
      else near.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return {
    url: url.href,
    cutNext(loss) {
      next = loss
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
