import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalWith } from '../support/answers.ts'
import { borrowOn, databases } from '../support/databases.ts'
import { json, makePlace } from '../support/game.ts'
import { type Person, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

const html = 'text/html,application/xhtml+xml,*/*;q=0.8'

describe.each(databases)('people on %s', (kind) => {
  let product: Product
  let founder: Person
  let anna: Person
  let ben: Person

  beforeAll(async () => {
    product = await borrowOn(kind)
    founder = await register(product.baseUrl, 'Founder')
    anna = await register(product.baseUrl, 'Anna')
    ben = await register(product.baseUrl, 'Ben')
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  const answerOf = async (response: Response) => {
    const text = await response.text()
    return text === '' ? response.status : [response.status, JSON.parse(text)]
  }
  const move = async (person: Person, verb: string, username: string) =>
    answerOf(await person.post(`/user/${username}?/${verb}`))
  const view = async (person: Person, username: string) =>
    json<Record<string, unknown>>(await person.get(`/user/${username}`))

  test('shows the places and the description of a profile to programs and browsers', async () => {
    const place = await makePlace(anna, 'Sky ladders')
    await anna.post('/settings?/profile', { description: 'I build towers.', theme: 'Light' })
    expect(await view(ben, 'aNNa')).toMatchObject({
      username: 'Anna',
      description: { text: 'I build towers.' },
      places: [{ id: place.id, name: 'Sky ladders', likeCount: 0, dislikeCount: 0, playerCount: 0 }],
    })
    const page = await ben.get('/user/anna', html)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>Anna · Baseplate</title>')
    expect((await ben.get('/user/nobody', html)).status).toBe(404)
    const stranger = await visitor(product.baseUrl).get('/user/nobody', html)
    expect([stranger.status, stranger.headers.get('location')]).toEqual([302, '/login'])
  })

  test('lets users follow and unfollow', async () => {
    expect(await move(ben, 'follow', 'ANNA')).toBe(204)
    expect(await move(ben, 'follow', 'Anna')).toBe(204)
    expect(await view(ben, 'Anna')).toMatchObject({ follower: true, following: false, followerCount: 1 })
    expect(await view(anna, 'Ben')).toMatchObject({ follower: false, following: true, followingCount: 1 })
    const followers = await json<{ people: { username: string }[]; next: null }>(
      await founder.get('/user/anna/followers'),
    )
    expect(followers).toMatchObject({
      username: 'Anna',
      list: 'followers',
      people: [{ username: 'Ben', playing: null, online: true }],
      next: null,
    })
    expect(await view(anna, 'Anna')).toMatchObject({ follower: false, following: false, followerCount: 1 })
    expect(await move(ben, 'unfollow', 'Anna')).toBe(204)
    expect(await move(ben, 'unfollow', 'Anna')).toBe(204)
    expect(await view(ben, 'Anna')).toMatchObject({ follower: false, followerCount: 0 })
  })

  test('lets users become friends, and end the friendship', async () => {
    expect(await move(anna, 'request', 'Ben')).toBe(204)
    expect(await view(ben, 'Anna')).toMatchObject({ outgoingRequest: false, incomingRequest: true })
    expect(await move(ben, 'accept', 'Anna')).toBe(204)
    expect(await view(anna, 'Ben')).toMatchObject({ friends: true, friendCount: 1, outgoingRequest: false })
    expect(await json(await anna.get('/friends'))).toMatchObject({
      friends: { people: [{ username: 'Ben' }], next: null },
      incoming: { people: [], next: null },
      outgoing: { people: [], next: null },
    })
    expect(await move(anna, 'unfriend', 'Ben')).toBe(204)
    expect(await view(ben, 'Anna')).toMatchObject({ friends: false, friendCount: 0 })
  })

  test('makes friends of two users whose requests cross', async () => {
    const answers = await Promise.all([move(anna, 'request', 'Ben'), move(ben, 'request', 'Anna')])
    expect(answers).toEqual([204, 204])
    expect(await view(anna, 'Ben')).toMatchObject({ friends: true, friendCount: 1 })
    expect(await view(ben, 'Anna')).toMatchObject({ friends: true, friendCount: 1 })
    expect(await move(anna, 'unfriend', 'Ben')).toBe(204)
  })

  test('accepts, declines and cancels requests on the page of friends', async () => {
    const answer = async (person: Person, verb: string, username: string) =>
      answerOf(await person.post(`/friends?/${verb}`, { username }))
    await move(anna, 'request', 'Ben')
    await move(founder, 'request', 'Ben')
    const { incoming } = await json<{ incoming: { people: { username: string }[] } }>(
      await ben.get('/friends'),
    )
    // The clocks of two sites may differ by milliseconds, so either request may count as the newer one.
    expect(incoming.people.map(({ username }) => username).sort()).toEqual(['Anna', 'Founder'])
    expect(await answer(ben, 'accept', 'Anna')).toBe(204)
    expect(await answer(ben, 'decline', 'Founder')).toBe(204)
    expect(await answer(ben, 'accept', 'Founder')).toEqual([400, refusalWith('No friend request to accept')])
    expect(await answer(ben, 'accept', '')).toEqual([404, refusalWith('User not found')])
    await move(ben, 'request', 'Founder')
    expect(await answer(ben, 'cancel', 'founder')).toBe(204)
    const { friends, outgoing } = await json<Record<string, { people: unknown[] }>>(await ben.get('/friends'))
    expect([friends?.people.length, outgoing?.people.length]).toEqual([1, 0])
    expect((await ben.get('/friends?incoming=nonsense')).status).toBe(400)
  })

  test('refuses a follow that another site submits', async () => {
    const response = await ben.post('/user/Anna?/follow', {}, { origin: 'https://evil.example' })
    expect(response.status).toBe(403)
    expect(await view(ben, 'Anna')).toMatchObject({ follower: false })
  })
})
