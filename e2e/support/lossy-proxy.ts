import { connect, createServer } from 'node:net'

/** A TCP proxy that can lose a response, as an unreliable network does. */
export interface LossyProxy {
  address: string
  /** Delivers the next POST request and drops its response. */
  dropNextResponse(): void
  close(): Promise<void>
}

/** Starts a proxy in front of a service, on a free port. */
export async function startLossyProxy(address: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(address)
  let isDropping = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let isDropped = false
    near.on('data', (request) => {
      if (isDropping && request.toString('latin1').startsWith('POST ')) {
        isDropping = false
        isDropped = true
      }
      far.write(request)
    })
    far.on('data', (response) => {
      if (!isDropped) near.write(response)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('no free port')
  return {
    address: `http://127.0.0.1:${listening.port}`,
    dropNextResponse() {
      isDropping = true
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
