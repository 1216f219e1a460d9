import { expect, test } from 'vitest'
import { groupRepeated } from './group-repeated.ts'

const values = { item: 'Race' }
const comment = { event: 'comment', sender: 'nina', link: '/place/1/race', values, read: false } as const

const idsOf = (groups: { id: number }[][]) => groups.map((group) => group.map(({ id }) => id))

test('comments of one user on one game are one group, where the newest was', () => {
  const other = { ...comment, sender: 'tamar' }
  const list = [
    { ...comment, id: 5 },
    { ...other, id: 4 },
    { ...comment, id: 3 },
    { ...comment, id: 2 },
  ]
  expect(idsOf(groupRepeated(list))).toEqual([[5, 3, 2], [4]])
})

test('other pages, other events and read notifications stay apart', () => {
  const list = [
    { ...comment, id: 4 },
    { ...comment, link: '/place/2/maze', id: 3 },
    { ...comment, event: 'post_answered' as const, id: 2 },
    { ...comment, read: true, id: 1 },
  ]
  expect(idsOf(groupRepeated(list))).toEqual([[4], [3], [2], [1]])
})

test('friend requests and notifications of the platform stay apart', () => {
  const request = { ...comment, event: 'friend_request' as const }
  const sale = { ...comment, event: 'mint' as const, sender: null }
  const list = [
    { ...request, id: 4 },
    { ...request, id: 3 },
    { ...sale, id: 2 },
    { ...sale, id: 1 },
  ]
  expect(idsOf(groupRepeated(list))).toEqual([[4], [3], [2], [1]])
})
