import { connect, createServer, type Socket } from 'node:net'

/** A way to the product that can be cut while something is on it, as a cable can. */
export interface Cable {
  /** What leads to the product through it. */
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
      // One end that is gone takes the other one along.
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
