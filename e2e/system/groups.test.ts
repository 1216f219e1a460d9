import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { borrowOn, embedded } from '../support/databases.ts'
import { give } from '../support/money.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

/** Fields of the responses in this file. Each response has some of them. */
interface Answer {
  id: string
  balance: number
  groups: unknown
  groupsOwned: unknown
}

describe.each(embedded)('groups on %s', (kind) => {
  let product: Product
  let administrator: Person
  let maker: Person

  beforeAll(async () => {
    product = await borrowOn(kind)
    administrator = await register(product.baseUrl, 'Administrator')
    maker = await register(product.baseUrl, 'Maker')
    await give(product, 'Maker', 5)
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  const json = async (answer: Promise<Response>) => (await (await answer).json()) as Answer

  test('lets a user create, join and leave a group, and lists it on members’ profiles', async () => {
    const created = await maker.post('/groups/create', { name: 'The Builders' })
    expect([created.status, created.headers.get('location')]).toEqual([302, '/groups/The%20Builders'])
    expect((await json(maker.get('/economy'))).balance).toBe(0)
    expect((await administrator.post('/groups/The%20Builders?/join')).status).toBe(204)
    const group = await json(maker.get('/groups/the%20builders'))
    expect(group).toMatchObject({
      name: 'The Builders',
      ownerUsername: 'Maker',
      isOwner: true,
      memberCount: 2,
    })
    const listing = { id: group.id, name: 'The Builders', memberCount: 2 }
    expect(await json(administrator.get('/user/Maker'))).toMatchObject({
      groups: [listing],
      groupsOwned: [listing],
    })
    expect(await json(maker.get('/user/Administrator'))).toMatchObject({ groups: [listing], groupsOwned: [] })
    expect(await json(maker.get('/groups?q=build'))).toMatchObject({ groups: [listing] })
    expect((await administrator.post('/groups/The%20Builders?/leave')).status).toBe(204)
    expect((await json(maker.get('/user/Administrator'))).groups).toEqual([])

    const renamed = await administrator.post('/groups/The%20Builders?/rename', {
      name: 'Masons',
      reason: 'Clearer',
    })
    expect([renamed.status, renamed.headers.get('location')]).toEqual([302, '/groups/Masons'])
    expect((await administrator.post('/groups/Masons?/close', { reason: 'Rude' })).status).toBe(204)
    expect(await json(maker.get('/groups/Masons'))).toMatchObject({ closedReason: 'Rude', isOwner: true })
    expect((await json(maker.get('/user/Maker'))).groupsOwned).toEqual([])
    expect((await administrator.post('/groups/Masons?/reopen')).status).toBe(204)
  })
})
