import { expect, test } from 'vitest'
import { hasReservedName } from './reserved-names.ts'

const reserved = [
  'admin',
  'administrator',
  'mod',
  'moderator',
  'official',
  'staff',
  'support',
  'Block World!',
]
const isReserved = (username: string) => hasReservedName(username, reserved)

test('finds names that look like staff, in any disguise that a username can have', () => {
  const staff = [
    'admin',
    'Admin_Anna',
    'annaAdmin',
    'ADMIN',
    'Adm1n',
    '4dmin',
    'admin2026',
    'xXModXx',
    'Mod_7',
  ]
  staff.push(
    'M0d3rat0r',
    'headmoderator',
    'TheSupportTeam',
    'supp0rt',
    'Official_Games',
    'ADMINAnna',
    '_ad_min_',
  )
  staff.push('BlockWorld', 'blockworldteam', 'BIockWorId', 'Block_World', 'rea1_5taff')
  expect(staff.filter((name) => !isReserved(name))).toEqual([])
})

test('leaves ordinary names alone', () => {
  const ordinary = [
    'Badminton',
    'Modern',
    'Modesty',
    'Stafford',
    'Systemic',
    'Beetroot',
    'Anna_2',
    'Block',
    'World99',
  ]
  expect(ordinary.filter(isReserved)).toEqual([])
})

test('reserves nothing without words', () => {
  expect(hasReservedName('admin', [])).toBe(false)
})
