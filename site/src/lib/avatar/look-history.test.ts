import { expect, test } from 'vitest'
import { type LookHistory, noteLook } from './look-history.ts'

const colours = { head: 1, torso: 1, leftArm: 1, rightArm: 1, leftLeg: 1, rightLeg: 1 }
const look = (...items: number[]) => ({ items, colours })

test('changes are undone one by one, the latest first', () => {
  const painted = { items: [1, 2], colours: { ...colours, head: 5 } }
  const start: LookHistory = { past: [] }
  const shown = [look(1), look(1, 2), look(2, 1), painted].reduce(noteLook, start)
  expect(shown.past).toEqual([look(1), look(2, 1)])
  const undone = noteLook(shown, look(1, 2))
  expect(undone.past).toEqual([look(1)])
  expect(noteLook(undone, look(1)).past).toEqual([])
})
