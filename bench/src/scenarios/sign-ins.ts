import { codeAt } from '@baseplate/platform/testing/authenticator'
import type { SoftwarePasskey } from '@baseplate/platform/testing/software-passkey'
import { behindProxy, someAddress } from '../client-addresses.ts'
import { sendHeartbeats } from '../heartbeats.ts'
import { type Measurement, median, percentile } from '../measurement.ts'
import { paced } from '../paced.ts'
import { type Product, startProduct } from '../product.ts'
import { seedPlaces, seedTickets, seedUsers } from '../seed.ts'
import { password, type SignInAccounts, seedSignIns } from '../sign-in-accounts.ts'

const perSecond = 50
const seconds = 5
/** Time of the first sign-ins of a kind, which load and compile code. */
const warmUpSeconds = 6
const players = 1_000

/** Measures how 50 sign-ins a second of each kind affect the heartbeats of players. */
export async function signIns(): Promise<Measurement[]> {
  const seeded: { tickets: string[]; accounts?: SignInAccounts } = { tickets: [] }
  const product = await startProduct(async (platform) => {
    const users = await seedUsers(platform, players)
    const [place = 0] = await seedPlaces(platform, users[0] ?? '', 1)
    seeded.tickets = await seedTickets(platform, users, place, 'playing')
    seeded.accounts = await seedSignIns(platform, perSecond * (seconds + warmUpSeconds))
  }, behindProxy)
  const { tickets, accounts } = seeded
  if (!accounts) throw new Error('the product was not seeded')
  try {
    await sendHeartbeats(product, tickets, 2)
    const measurements: Measurement[] = []
    for (const [kind, signIn] of Object.entries(kindsOf(product, accounts)))
      measurements.push(...(await measure(product, tickets, kind, signIn)))
    return measurements
  } finally {
    await product.stop()
  }
}

type SignIn = (at: number) => Promise<Response>

/** Returns a sign-in of each kind. The number of the sign-in chooses the account. */
function kindsOf(
  product: Product,
  { secrets, recoveryCodes, passkeys }: SignInAccounts,
): Record<string, SignIn> {
  const post = (fields: Record<string, string>) => submit(product, '/login', fields)
  return {
    password: (at) => post({ username: `player_${at % players}`, password }),
    'authenticator app': (at) =>
      post({ username: `totp_${at}`, password, code: codeAt(secrets[at] ?? '', Date.now()) }),
    'recovery code': (at) => post({ ...recoveryCodes[at], password }),
    passkey: (at) => withPasskey(product, passkeys[at % passkeys.length]),
  }
}

async function withPasskey(product: Product, passkey: SoftwarePasskey | undefined): Promise<Response> {
  const begun = await submit(product, '/login?/passkeybegin', {})
  const { options } = (await begun.json()) as { options: { challenge: string } }
  const cookie = begun.headers
    .getSetCookie()
    .map((each) => each.replace(/;.*/, ''))
    .join('; ')
  return submit(
    product,
    '/login?/passkeyfinish',
    { response: passkey?.sign(options.challenge) ?? '' },
    cookie,
  )
}

/** Measures heartbeats without sign-ins, and then during sign-ins of one kind. */
async function measure(
  product: Product,
  tickets: readonly string[],
  kind: string,
  signIn: SignIn,
): Promise<Measurement[]> {
  await Promise.all(await paced(perSecond, warmUpSeconds, (at) => drained(signIn(at))))
  const warm = perSecond * warmUpSeconds
  const times: number[] = []
  const timed = async (at: number) => {
    const started = performance.now()
    const response = await drained(signIn(warm + at))
    // An overloaded platform refuses sign-ins. The number of completed ones is measured.
    if (response.status === 302) times.push(performance.now() - started)
  }
  const quiet = await sendHeartbeats(product, tickets, seconds)
  const [busy, all] = await Promise.all([
    sendHeartbeats(product, tickets, seconds),
    paced(perSecond, seconds, timed),
  ])
  await Promise.all(all)
  return [
    {
      name: `client presence during ${perSecond} sign-ins/s (${kind}), p99`,
      value: busy,
      unit: 'ms',
      against: `without sign-ins ${quiet.toFixed(1)} ms`,
      target: { atMost: 25 },
    },
    {
      name: `sign-in (${kind}), median`,
      value: median(times),
      unit: 'ms',
      against: `p95 ${percentile(times, 95).toFixed(0)} ms`,
    },
    {
      name: `completed sign-ins (${kind}), of ${perSecond} a second`,
      value: times.length,
      unit: 'sign-ins',
      against: 'all attempts',
      peer: all.length,
      target: { atLeastShare: 0.99 },
    },
  ]
}

async function drained(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  await response.arrayBuffer()
  return response
}

/** Submits a form from a different address each time. */
const submit = ({ baseUrl }: Product, path: string, fields: Record<string, string>, cookie = '') =>
  fetch(baseUrl + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: 'application/json', 'x-forwarded-for': someAddress(), cookie },
    redirect: 'manual',
  })
