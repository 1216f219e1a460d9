import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, type Playing } from '../client/client.ts'
import { borrowProduct } from '../support/borrowed-product.ts'
import { json, makePlace, type Place, publicKeyOf } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import {
  isAdministration,
  listRouteRequests,
  type RouteRequest,
  sendRequest,
} from '../support/route-requests.ts'
import { stock } from '../support/stock.ts'

/** Part of everything that Anna writes. */
const mark = 'from-annas-pen'

let product: Product
let anna: Person
let ben: Person
let cleo: Person
let place: Place
let playing: Playing
let requests: RouteRequest[]

beforeAll(async () => {
  product = await borrowProduct()
  await register(product.baseUrl, 'Founder')
  anna = await register(product.baseUrl, 'Anna')
  ben = await register(product.baseUrl, 'Ben')
  cleo = await register(product.baseUrl, 'Cleo')
  place = await makePlace(cleo, 'Harbour')
  const [item = 0] = await stock(product, 'Cleo', [{ name: 'Hat' }])
  const comments = { content: `A comment ${mark}` }
  expect((await anna.post(`${place.path}?/comment`, comments)).status).toBe(204)
  expect((await anna.post(`/catalog/${item}/Hat?/comment`, comments)).status).toBe(204)
  const write = async (person: Person, username: string, content: string) =>
    (await person.post(`/user/${username}?/post`, { content })).headers.get('location')?.split('post-')[1] ??
    ''
  const ofAnna = await write(anna, 'Anna', `A post ${mark}`)
  const ofCleo = await write(cleo, 'Cleo', 'Who is there?')
  const answered = await anna.post(`/user/Cleo/post/${ofCleo}?/answer`, { id: ofCleo, content: `Me ${mark}` })
  expect(answered.status).toBeLessThan(400)
  for (const follower of [ben, cleo]) await follower.post('/user/Anna?/follow')
  for (const person of [ben, cleo]) {
    await person.post('/user/Anna?/request')
    const username = person === ben ? 'Ben' : 'Cleo'
    await anna.post(`/user/${username}?/accept`)
  }
  await anna.post('/party?/create')
  const { code } = await json<{ code: string }>(await anna.get('/party'))
  await cleo.post('/party?/join', { code })
  const named = (values: Record<string, string | number>) =>
    listRouteRequests(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)])))
  const read = ({ method, route }: RouteRequest) =>
    method === 'GET' && !isAdministration({ route } as RouteRequest)
  const withId = (request: RouteRequest) => read(request) && request.route.includes('[id]')
  requests = [
    ...(await named({ id: place.id, name: 'Harbour', username: 'Anna', list: 'friends' })).filter(read),
    ...(await named({ id: item, name: 'Hat', username: 'Anna' })).filter(withId),
    ...(await named({ id: ofAnna, username: 'Anna' })).filter(withId),
    ...(await named({ id: ofCleo, username: 'Cleo' })).filter(withId),
    ...(await named({ username: 'Cleo', list: 'friends' })).filter(({ route }) => route.includes('[list]')),
    ...['/search?q=anna', '/search/suggestions?q=anna', `/report?type=post&id=${ofAnna}`].map((address) => ({
      name: `GET ${address.replace(ofAnna, '')}`,
      route: address,
      method: 'GET',
      address,
      accept: 'application/json',
    })),
  ]
  // Anna joins last: she would leave after 35 s without a heartbeat.
  const { ticket } = await json<{ ticket: string }>(await anna.post(`${place.path}?/join`))
  playing = await join(product.baseUrl, { publicKey: await publicKeyOf(product) }, ticket)
})
afterAll(async () => {
  expect(await product.stop()).toBe(0)
})

/** Returns the names of the requests whose answers match the predicate. `names` restricts the requests that are sent. */
async function findRequests(
  person: Person,
  matches: (text: string) => boolean,
  names?: readonly string[],
): Promise<string[]> {
  const found = new Set<string>()
  for (const request of requests.filter(({ name }) => names?.includes(name) ?? true)) {
    // Without heartbeats, Anna would leave after a while.
    await playing.ping()
    const response = await sendRequest(person, request)
    // Streams do not end.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
    else if (matches(await response.text())) found.add(request.name)
  }
  return [...found].sort()
}

/** Whether an answer shows that Anna is online or what she plays. */
function showsPresence(text: string): boolean {
  let shown = false
  const visit = (value: unknown, key: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, key)
    else if (typeof value === 'object' && value !== null) {
      const { username, playing, online, lastSeen, status } = value as Record<string, unknown>
      const state = playing || online || lastSeen || status === 'Online' || status === 'Playing'
      shown ||= username === 'Anna' && (Boolean(state) || key === 'players')
      for (const [name, each] of Object.entries(value)) visit(each, name)
    }
  }
  try {
    visit(JSON.parse(text), '')
  } catch {
    return false
  }
  return shown
}

/** A maker sees all players of the own game, whose server knows them anyway, and can remove them. */
const ofMaker = 'GET /place/[id]/[name]/players'

const presence = [
  'GET /friends',
  'GET /home',
  'GET /party',
  'GET /party/state',
  'GET /place/[id]/[name]',
  'GET /place/[id]/[name]/activity',
  ofMaker,
  'GET /search?q=anna',
  'GET /user/[username]',
  'GET /user/[username]/[list]',
]

test('no page shows the presence of a user who shares it with nobody, except to the maker of the game', async () => {
  expect(await findRequests(cleo, showsPresence)).toEqual(presence)
  const saved = await anna.post('/settings/privacy?/update', { online: 'Nobody' })
  expect([saved.status, await saved.json()]).toEqual([
    200,
    { message: 'Privacy settings updated successfully!' },
  ])
  // Only these pages showed the presence before.
  expect(await findRequests(cleo, showsPresence, presence)).toEqual([ofMaker])
  await anna.post('/settings/privacy?/update', { online: 'Everybody' })
})

test('no page shows a blocked user the texts or the presence of the user who blocked them', async () => {
  const shows = (text: string) => text.includes(mark)
  const texts = [
    'GET /catalog/[id]/[name]',
    'GET /home',
    'GET /place/[id]/[name]',
    'GET /report?type=post&id=',
    'GET /user/[username]',
    'GET /user/[username]/post/[id]',
  ]
  expect(await findRequests(ben, shows, texts)).toEqual(texts)
  expect((await anna.post('/user/Ben?/block')).status).toBe(204)
  expect(await findRequests(ben, (text) => shows(text) || showsPresence(text))).toEqual([])
  // Cleo's creations, on which Anna has commented, are on this page.
  const others = [...texts, 'GET /develop'].sort()
  expect(await findRequests(cleo, shows, others)).toEqual(others)
  const refused = await ben.post('/user/Anna?/request')
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { message: 'This user doesn’t accept friend requests from you', code: 'friends.request_refused' },
  ])
  const { blocked } = await json<{ blocked: { people: object[] } }>(await anna.get('/settings/blocked'))
  expect(blocked.people).toMatchObject([{ username: 'Ben' }])
})
