import { expect, test } from 'vitest'
import { z } from 'zod'
import { flag, withBoxes } from './form-values.ts'

test('a Boolean of a form has three spellings of each value, and no others', () => {
  const read = (sent: string) => flag.safeParse(sent).data
  expect(['true', 'on', '1'].map(read)).toEqual([true, true, true])
  expect(['false', 'off', '0'].map(read)).toEqual([false, false, false])
  expect(['', 'yes', 'True'].map(read)).toEqual([undefined, undefined, undefined])
})

test('boxes are ticked by every spelling of yes, unless the form has the list itself', () => {
  const colours = withBoxes('colours', ['red', 'green', 'blue'], { colours: z.string() })
  expect(colours.parse({ red: 'on', green: 'false', blue: 'true' })).toMatchObject({ colours: 'red,blue' })
  expect(colours.parse({ red: 'on', colours: 'green' })).toMatchObject({ colours: 'green' })
})
