import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** Returns the configuration and the environment of a site that uses the provider on a port. */
export function siteOf(port: number) {
  const issuer = `http://127.0.0.1:${port}`
  const provider = { Id: 'example', Name: 'Example', Issuer: issuer, ClientId: 'baseplate' }
  return {
    issuer,
    config: { SignIn: { Providers: [provider] } },
    environment: { SIGN_IN_SECRET_EXAMPLE: 'the secret' },
  }
}

export interface IdentityProvider extends ReturnType<typeof siteOf> {
  stop(): Promise<void>
}

/**
 * Starts a real OpenID provider in a separate process.
 *
 * @param baseUrl the site whose users it signs in.
 */
export async function startIdentityProvider(
  baseUrl: string,
  { clockOffset = 0, port }: { clockOffset?: number; port?: number } = {},
): Promise<IdentityProvider> {
  const chosen = port ?? (await freePort())
  const program = join(import.meta.dirname, 'identity-provider-process.ts')
  const args = [String(chosen), `${baseUrl}/login/example/callback`, String(clockOffset)]
  const child = fork(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the identity provider does not start')
    }),
  ])
  return {
    ...siteOf(chosen),
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** A user's browser at the provider. */
export interface ProviderVisit {
  /**
   * Opens the provider's page and signs in with a name if it asks for one. Returns the address that it leads back to.
   *
   * @param refuses whether the user cancels instead.
   */
  follow(url: string, name?: string, refuses?: boolean): Promise<URL>
}

export function visitProvider(): ProviderVisit {
  const cookies = new Map<string, string>()

  async function ask(url: URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return response
  }

  return {
    async follow(start, name = 'anna', refuses = false) {
      const { origin } = new URL(start)
      let url = new URL(start)
      while (url.origin === origin) {
        const response = await ask(url)
        const location = response.headers.get('location')
        if (location !== null) url = new URL(location, url)
        else if (refuses) url = new URL(`${url.pathname}/abort`, url)
        else {
          const body = new URLSearchParams({ prompt: 'login', login: name, password: 'any' })
          const signedIn = await ask(url, { method: 'POST', body })
          const next = signedIn.headers.get('location')
          if (next === null)
            throw new Error(`the provider answers ${signedIn.status}: ${await signedIn.text()}`)
          url = new URL(next, url)
        }
      }
      return url
    },
  }
}
