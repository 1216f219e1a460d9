import { hour, minute } from '@baseplate/service/clock'
import { isLoopback } from '@baseplate/service/network/address-group'
import { userAgentOf } from '@baseplate/service/user-agent'
import type { ClientAuth, Configuration } from 'openid-client'
import type { Logger } from 'pino'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import { readSecret } from '../../installation/door.ts'
import { callbackUrl, issuerKey, type Provider } from './rules.ts'

/** A provider's account, as its ID token describes it. */
export interface Claims {
  issuer: string
  subject: string
  name: string
  email: string
}

/** The secrets of one request, of which the provider gets hashes or copies. */
interface RequestSecrets {
  state: string
  nonce: string
  verifier: string
  /** Whether the user has to sign in at the provider again. */
  isProof: boolean
}

/** Speaks OpenID Connect with the configured providers. */
export interface ProviderClient {
  /** Returns the provider's page to sign in. @throws Refused `upstream` */
  authorizationUrl(provider: Provider, secrets: RequestSecrets): Promise<string>
  /**
   * Exchanges the code of a provider's answer for the claims of its ID token, and verifies them.
   *
   * @param query the query of the answer.
   * @throws Refused `upstream`; `forbidden` if the provider refuses; `invalid` if the answer does not match the request.
   */
  exchange(provider: Provider, query: URLSearchParams, secrets: RequestSecrets): Promise<Claims>
}

/** Seconds within which a provider has to answer. */
const timeout = 5

/** Seconds that a provider's clock may be off. */
const clockTolerance = (2 * minute) / 1000

/** A provider's metadata is read again after this time. */
const metadataLifetime = hour

/** Age in seconds of a sign-in that serves as a proof. The clock tolerance is added. */
const proofMaxAge = 0

const basicMethod = 'client_secret_basic'

const loadClient = () => import('openid-client')

interface Connecting {
  config: Pick<Config, 'baseUrl' | 'signInSecrets'>
  log: Logger
}

/** Creates a reader of providers' metadata. It caches them, and concurrent requests share one read. */
function createDiscovery({ config, log }: Connecting): (provider: Provider) => Promise<Configuration> {
  const known = new Map<string, { configuration: Promise<Configuration>; read: number }>()

  function configurationOf(provider: Provider): Promise<Configuration> {
    const found = known.get(provider.Id)
    if (found && performance.now() - found.read < metadataLifetime) return found.configuration
    const configuration = discover(config, provider)
    known.set(provider.Id, { configuration, read: performance.now() })
    configuration.catch(() => known.delete(provider.Id))
    return configuration
  }

  return (provider) =>
    configurationOf(provider).catch((error: unknown) => {
      log.warn({ provider: provider.Id, error: describe(error) }, 'an identity provider cannot be reached')
      throw new Refused('accounts.provider_unavailable', { provider: provider.Name })
    })
}

export function createProviderClient({ config, log }: Connecting): ProviderClient {
  const reach = createDiscovery({ config, log })
  return {
    async authorizationUrl(provider, { state, nonce, verifier, isProof }) {
      const client = await loadClient()
      const url = client.buildAuthorizationUrl(await reach(provider), {
        redirect_uri: callbackUrl(config, provider),
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isProof && { prompt: 'login', max_age: String(proofMaxAge) }),
      })
      return url.href
    },
    async exchange(provider, query, { state, nonce, verifier, isProof }) {
      const client = await loadClient()
      const configuration = await reach(provider)
      const answer = new URL(`${callbackUrl(config, provider)}?${query}`)
      try {
        const tokens = await client.authorizationCodeGrant(configuration, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          ...(isProof && { maxAge: proofMaxAge }),
        })
        return claimsOf(configuration.serverMetadata().issuer, tokens.claims() ?? {})
      } catch (error) {
        log.warn(
          { provider: provider.Id, error: describe(error) },
          'a sign-in with an identity provider failed',
        )
        throw refusalOf(error, provider, error instanceof client.AuthorizationResponseError)
      }
    },
  }
}

async function discover(
  { signInSecrets }: Pick<Config, 'signInSecrets'>,
  { Id, Issuer, ClientId }: Provider,
): Promise<Configuration> {
  const client = await loadClient()
  const { value, file } = signInSecrets[Id] ?? {}
  const secret = value ?? (file === undefined ? undefined : (await readSecret(file))?.trim())
  if (!secret) throw new Error(`the file ${file} with the secret is missing or empty`)
  const issuer = new URL(Issuer)
  const isLocal = isLoopback(issuer.hostname) || issuer.hostname === 'localhost'
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  // A provider that names no methods supports the basic one (OpenID Connect Discovery 1.0, section 3).
  const authenticate: ClientAuth = (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported ?? [basicMethod]).includes(basicMethod)
      ? basic(server, ...rest)
      : post(server, ...rest)
  const configuration = await client.discovery(
    issuer,
    ClientId,
    { [client.clockTolerance]: clockTolerance },
    authenticate,
    {
      timeout,
      [client.customFetch]: (url, { headers, body = null, ...rest }) =>
        fetch(url, {
          ...rest,
          // A browser's types, which the site is checked with, refuse views of shared memory.
          body: body instanceof Uint8Array ? new Uint8Array(body) : body,
          headers: { ...headers, 'user-agent': userAgentOf('SignIn') },
        }),
      // The configuration allows http for providers on the machine itself.
      execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
    },
  )
  const named = configuration.serverMetadata().issuer
  if (issuerKey(named) !== issuerKey(Issuer))
    throw new Error(`its metadata is of the issuer ${named}: write that as its Issuer`)
  return configuration
}

/** @param issuer of the provider's metadata, which the client has compared with the token's. */
function claimsOf(issuer: string, { sub, preferred_username, name, email }: Record<string, unknown>): Claims {
  return {
    issuer,
    subject: textOf(sub),
    name: textOf(preferred_username ?? name ?? email),
    email: textOf(email),
  }
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.slice(0, 300) : '')

function refusalOf(error: unknown, { Name }: Provider, isRefusal: boolean): Refused {
  if (isRefusal) return new Refused('accounts.provider_refused', { provider: Name })
  return causesOf(error).some(isOutage)
    ? new Refused('accounts.provider_unavailable', { provider: Name })
    : new Refused('accounts.provider_answer_invalid', { provider: Name })
}

/** Fetch throws a TypeError when there is no connection. */
const isOutage = (error: Error & { code?: unknown }) =>
  error.code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed')

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

/** Codes and tokens are not logged. */
const describe = (error: unknown): string => causesOf(error).map(String).join('; ')
