import { expect, test } from 'vitest'
import { removeFlag, setFlag } from '../../operations/flags/edit.ts'
import {
  createRegistrationKey,
  disableRegistrationKey,
} from '../../sign-in/registration/registration-keys.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'

test.each(databases)('on %s, records who changed a flag, and its value before and after', async (kind) => {
  const platform = await openTestPlatform(kind, { Flags: { Configured: '1' } })
  const administrator = await registerPerson(platform, 'Administrator')
  await setFlag(platform, administrator, { name: 'Added', value: 'a' })
  platform.pass(1)
  await setFlag(platform, administrator, { name: 'Added', value: 'b' })
  platform.pass(1)
  await removeFlag(platform, administrator, { name: 'Configured' })
  platform.pass(1)
  await removeFlag(platform, administrator, { name: 'Configured' })
  await removeFlag(platform, administrator, { name: 'Nothing' })
  await expect(setFlag(platform, administrator, { name: '!', value: '' })).rejects.toThrow()

  const log = await platform.db.selectFrom('audit_log').selectAll().orderBy('created').execute()
  expect(log.map(({ action, subject, before, after }) => [action, subject, before, after])).toEqual([
    ['setflag', 'flag:Added', null, '{"value":"a"}'],
    ['setflag', 'flag:Added', '{"value":"a"}', '{"value":"b"}'],
    ['removeflag', 'flag:Configured', '{"value":"1"}', null],
  ])
  expect(new Set(log.map(({ actor_id }) => actor_id))).toEqual(new Set([administrator.id]))
})

test.each(databases)('on %s, records who created and who disabled a registration key', async (kind) => {
  const platform = await openTestPlatform(kind)
  const administrator = await registerPerson(platform, 'Administrator')
  const { key } = await createRegistrationKey(platform, administrator, { uses: '2' })
  platform.pass(1)
  for (let twice = 0; twice < 2; twice++) await disableRegistrationKey(platform, administrator, { key })

  const log = await platform.db.selectFrom('audit_log').selectAll().orderBy('created').execute()
  expect(log.map(({ action, subject, before, after }) => [action, subject, before, after])).toEqual([
    ['createkey', `regkey:${key}`, null, '{"uses":2,"expires":null,"disabled":false}'],
    ['disablekey', `regkey:${key}`, '{"disabled":false}', '{"disabled":true}'],
  ])
})
