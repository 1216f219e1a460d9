import type { Server } from 'node:net'
import { CannotStart } from '@baseplate/platform/foundation/errors'

/** @throws CannotStart with one sentence when the port cannot be had. */
export async function listen(
  server: Server,
  { host, port, name, variable }: { host: string; port: number; name: string; variable: string },
): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why =
      code === 'EADDRINUSE'
        ? `port ${port} is in use; choose another one with ${variable}`
        : `${host} port ${port}: ${message}`
    throw new CannotStart(`${name} cannot listen: ${why}.`)
  }
}
