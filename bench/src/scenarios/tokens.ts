import { join } from 'node:path'
import { register } from '@baseplate/platform/accounts/registration/register'
import { useSession } from '@baseplate/platform/accounts/sessions/sessions'
import { createToken } from '@baseplate/platform/accounts/tokens/manage-tokens'
import { startPostgres } from '@baseplate/platform/testing/postgres-server'
import type { Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { type MeteredLoad, processorTimeVersus } from '../versus.ts'

const connections = 4
const seconds = 3

/** Maximum ratio of a request with a token to one with a cookie. */
const mostRatio = 1.05

const password = 'correct horse battery'
const device = { userAgent: 'bench', address: '127.0.0.1' }

/** Measures the site's processor time for a request with an access token, against the same request with a cookie. */
export async function tokens(): Promise<Measurement[]> {
  const postgres = await startPostgres()
  let cookie = ''
  let token = ''
  const product = await startProduct(
    async (platform) => {
      cookie = await register(platform, { username: 'Founder', password, cpassword: password }, device)
      const session = await useSession(platform, cookie)
      if (!session) throw new Error('there is no session')
      const made = { name: 'bench', scopes: 'read', expires: '1' }
      token = (await createToken(platform, session.actor, made, { sessionToken: cookie })).token
    },
    {
      DATABASE_URL: postgres.url,
      BASEPLATE_CONFIG: join(import.meta.dirname, '../many-token-requests.config.ts'),
    },
  )
  try {
    const load = (headers: Record<string, string>): MeteredLoad => ({
      url: `${product.baseUrl}/search/suggestions?q=found`,
      connections,
      seconds,
      headers: { Accept: 'application/json', ...headers },
      processorSeconds: () => product.site.cpuSeconds(),
    })
    const times = await processorTimeVersus(
      load({ Authorization: `Bearer ${token}` }),
      load({ Cookie: `session=${cookie}` }),
    )
    return [
      {
        name: 'request with an access token',
        value: times.product,
        unit: 'ms of a processor',
        against: 'the same request with a cookie',
        peer: times.peer,
        target: { atMostShare: mostRatio },
      },
    ]
  } finally {
    await product.stop()
    await postgres.stop()
  }
}
