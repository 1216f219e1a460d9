import { connect, createServer } from 'node:net'

/** A proxy in front of a service that can lose a response, as an unreliable network does. */
export interface Door {
  address: string
  /** Delivers the next POST request and drops its response. */
  swallowNextAnswer(): void
  close(): Promise<void>
}

export async function openDoor(address: string): Promise<Door> {
  const { hostname, port } = new URL(address)
  let swallowing = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let deaf = false
    near.on('data', (request) => {
      if (swallowing && request.toString('latin1').startsWith('POST ')) {
        swallowing = false
        deaf = true
      }
      far.write(request)
    })
    far.on('data', (answer) => {
      if (!deaf) near.write(answer)
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
    swallowNextAnswer() {
      swallowing = true
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
