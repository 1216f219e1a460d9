import { expect, test } from 'vitest'
import { settleRender } from '../../rendering/queries.ts'
import { assetSubject, renderPriority, userSubject } from '../../rendering/rules.ts'
import { registerPerson } from '../../testing/people.ts'
import { openTestPlatform } from '../../testing/platforms.ts'
import { retryFailedRenders, retryRender } from './retry.ts'
import { exportRenders, viewRenders } from './view.ts'

async function start() {
  const platform = await openTestPlatform('SQLite')
  const anna = await registerPerson(platform, 'Anna')
  const manager = { ...anna, permissionLevel: 3 }
  const { db, renders } = platform
  await renders.request(db, assetSubject(123_456_789), renderPriority.thumbnail)
  for (const { render_id } of await db.selectFrom('renders').select('render_id').execute()) {
    await settleRender(db, render_id, { state: 'failed', reason: 'It is broken', finished: platform.now() })
  }
  return { platform, anna, manager, subject: userSubject(anna.id) }
}

test('lists failed renders with their reasons for catalog managers only', async () => {
  const { platform, anna, manager, subject } = await start()
  await expect(viewRenders(platform, { ...anna, permissionLevel: 2 }, {})).rejects.toMatchObject({
    reason: 'forbidden',
  })
  const viewed = await viewRenders(platform, manager, {})
  expect(viewed).toMatchObject({ waiting: 0, drawing: 0, failed: 2, waited: null, next: null })
  expect(viewed.renders.toReversed()).toMatchObject([
    { subject: 'asset:123456789', name: null, link: null },
    { subject, name: 'Anna', link: '/user/Anna', reason: 'It is broken' },
  ])
})

test('retries a failed render once', async () => {
  const { platform, manager, subject } = await start()
  expect(await retryRender(platform, manager, { subject })).toBe(true)
  expect(await retryRender(platform, manager, { subject })).toBe(false)
  await expect(retryRender(platform, manager, { subject: 'x' })).rejects.toMatchObject({ errors: {} })
  platform.pass(1_500)
  expect(await viewRenders(platform, manager, {})).toMatchObject({
    waiting: 1,
    failed: 1,
    waited: 1_500,
    renders: [{ subject: 'asset:123456789' }],
  })
})

test('filters and sorts the queue, and exports all of it', async () => {
  const { platform, manager, subject } = await start()
  await retryRender(platform, manager, { subject })
  platform.pass(1_500)
  const subjects = async (input: Record<string, unknown>) =>
    (await viewRenders(platform, manager, input)).renders.map(({ subject }) => subject)
  expect(await subjects({ state: 'queue' })).toEqual([subject])
  expect(await subjects({ state: 'all', kind: 'asset' })).toEqual(['asset:123456789'])
  expect(await subjects({ state: 'all', sort: 'oldest' })).toEqual(['asset:123456789', subject].toSorted())
  expect(await Array.fromAsync(await exportRenders(platform, manager, { state: 'all' }))).toHaveLength(2)
})

test('retries all failed renders, and logs each retry', async () => {
  const { platform, manager, subject } = await start()
  await retryRender(platform, manager, { subject })
  platform.pass(1_500)
  expect(await retryFailedRenders(platform, manager)).toBe(1)
  const log = await platform.db
    .selectFrom('audit_log')
    .select(['action', 'subject'])
    .orderBy('created')
    .execute()
  expect(log).toEqual([
    { action: 'retryrender', subject },
    { action: 'retryrender', subject: 'asset:123456789' },
  ])
})
