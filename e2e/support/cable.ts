import { connect, createServer, type Socket } from 'node:net'

/** A connection to the product that can be cut during a transfer. */
export interface Cable {
  /** Address of the product through the cable. */
  baseUrl: string
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function layCable(baseUrl: string): Promise<Cable> {
  const { hostname, port } = new URL(baseUrl)
  const ends = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) {
      near.resetAndDestroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.pipe(to)
      // An end that is lost closes the other one.
      from.on('error', () => to.destroy())
      from.on('close', () => {
        ends.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  const cut = () => {
    whole = false
    for (const end of ends) end.resetAndDestroy()
  }
  return {
    baseUrl: `http://localhost:${address.port}`,
    cut,
    mend() {
      whole = true
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
