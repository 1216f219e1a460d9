import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy whose connections can be cut during a transfer. */
export interface TcpProxy {
  /** Address of the service through the proxy. */
  baseUrl: string
  port: number
  /** Closes all connections and refuses new ones. */
  cut(): void
  /** Stops delivery without closing connections, like a network that drops packets. */
  hold(): void
  /** Undoes `cut` and `hold`. */
  mend(): void
  close(): Promise<void>
}

/** Starts a proxy in front of a service on this machine, on a free port. */
export async function startTcpProxy(baseUrl: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(baseUrl)
  const ends = new Set<Socket>()
  let whole = true
  let holding = false
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
      from.on('data', (data) => {
        if (!to.write(data)) from.pause()
      })
      to.on('drain', () => {
        if (!holding) from.resume()
      })
      from.on('end', () => to.end())
      if (holding) from.pause()
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
    port: address.port,
    cut,
    hold() {
      holding = true
      for (const end of ends) end.pause()
    },
    mend() {
      whole = true
      holding = false
      for (const end of ends) end.resume()
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
