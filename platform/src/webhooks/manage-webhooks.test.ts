import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { createWebhook, deleteWebhook, rotateSecret, testWebhook } from './manage-webhooks.ts'
import { maxLogged, maxWebhooks } from './rules.ts'
import { sweepDeliveries } from './sweep.ts'
import { startSending } from './testing/receiver.ts'
import { viewDeliveries, viewWebhooks } from './view.ts'

const url = 'https://example.com/hook'
const sales = { url, events: 'item.sold' }

describe.each(databases)('webhooks on %s', (kind) => {
  test('have an https address with a name, and events of the owner’s choice', async () => {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    const refused = async (input: object) =>
      createWebhook.own(platform, maker, { ...sales, ...input }).then(
        () => [],
        (error: { errors: object }) => Object.keys(error.errors),
      )
    for (const address of [
      'http://example.com',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://0x7f.1/',
      'https://a:b@example.com',
      'ftp://example.com',
      'hook',
      '',
    ])
      expect([address, await refused({ url: address })]).toEqual([address, ['url']])
    expect(await refused({ events: '' })).toEqual(['events'])
    expect(await refused({ events: 'item.sold,item.sold' })).toEqual(['events'])
    // Events of the whole platform are for its administrators.
    expect(await refused({ events: 'user.registered' })).toEqual(['events'])
    expect(await refused({ format: 'xml' })).toEqual(['format'])
    const { id, secret } = await createWebhook.own(platform, maker, {
      ...sales,
      events: 'item.sold, place.published',
    })
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(24)
    expect((await viewWebhooks.own(platform, maker)).webhooks).toMatchObject([
      { id, url, events: ['item.sold', 'place.published'], format: 'standard', disabled: null },
    ])
  })

  test('are managed by their owner, and those of the platform by administrators', async () => {
    const platform = await openTestPlatform(kind)
    const founder = await registerPerson(platform, 'Founder')
    const [maker, other] = [await registerPerson(platform, 'Maker'), await registerPerson(platform, 'Other')]
    const { id } = await createWebhook.own(platform, maker, sales)
    for (const manage of [rotateSecret.own, testWebhook.own])
      await expect(manage(platform, other, { id })).rejects.toMatchObject({ reason: 'missing' })
    await expect(viewDeliveries.platform(platform, founder, { id })).rejects.toMatchObject({
      reason: 'missing',
    })
    await deleteWebhook.own(platform, other, { id })
    expect((await viewWebhooks.own(platform, maker)).webhooks).toHaveLength(1)
    await expect(createWebhook.platform(platform, maker, sales)).rejects.toMatchObject({
      reason: 'forbidden',
    })
    await expect(viewWebhooks.platform(platform, maker)).rejects.toMatchObject({ reason: 'forbidden' })

    const shared = await createWebhook.platform(platform, founder, { url, events: 'user.registered' })
    await rotateSecret.platform(platform, founder, { id: shared.id })
    await deleteWebhook.platform(platform, founder, { id: shared.id })
    const audited = await platform.db
      .selectFrom('audit_log')
      .select(['action', 'subject'])
      .orderBy('action')
      .execute()
    const subject = `webhook:${shared.id}`
    expect(audited).toEqual([
      { action: 'createwebhook', subject },
      { action: 'deletewebhook', subject },
      { action: 'replacewebhooksecret', subject },
    ])
  })

  test.each(['own', 'platform'] as const)('need a fresh proof for a new secret: %s', async (of) => {
    const platform = await openTestPlatform(kind)
    const founder = await registerPerson(platform, 'Founder')
    const unproved = { ...founder, proved: Number.NEGATIVE_INFINITY }
    const refused = { problem: { code: 'accounts.fresh_proof_required' } }
    await expect(createWebhook[of](platform, unproved, sales)).rejects.toMatchObject(refused)
    const { id } = await createWebhook[of](platform, founder, sales)
    await expect(rotateSecret[of](platform, unproved, { id })).rejects.toMatchObject(refused)
  })

  test('are at most ten, even when they are created at once', async () => {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    const made = await Promise.allSettled(
      Array.from({ length: maxWebhooks + 2 }, () => createWebhook.own(platform, maker, sales)),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxWebhooks)
  })

  test('of the platform are at most ten, even when administrators create them at once', async () => {
    const platform = await openTestPlatform(kind)
    const { permissionLevel } = await registerPerson(platform, 'Founder')
    const administrators: Actor[] = []
    for (const name of ['Ada', 'Bea', 'Cleo', 'Dora'])
      administrators.push({ ...(await registerPerson(platform, name)), permissionLevel })
    const create = (actor: Actor) => createWebhook.platform(platform, actor, sales)
    const made = await Promise.allSettled([1, 2, 3].flatMap(() => administrators.map(create)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxWebhooks)
  })

  test('lead to public addresses only, whatever their names resolve to', async () => {
    const { platform, maker, log, send } = await startSending(kind, { Webhooks: {} })
    const { id } = await createWebhook.own(platform, maker, {
      url: 'https://localhost/',
      events: 'item.sold',
    })
    await testWebhook.own(platform, maker, { id })
    await send()
    expect(await log(maker, id)).toMatchObject([{ state: 'waiting', attempts: 1, failure: 'private' }])
  })

  test('drop events that have waited for a day', async () => {
    const { platform, maker, add, log } = await startSending(kind)
    const { id } = await add(maker, 'item.sold', {})
    await testWebhook.own(platform, maker, { id })
    platform.pass(day - 1)
    await sweepDeliveries(platform)
    expect(await log(maker, id)).toMatchObject([{ state: 'waiting' }])
    platform.pass(1)
    await sweepDeliveries(platform)
    expect(await log(maker, id)).toMatchObject([{ state: 'failed', failure: 'expired' }])
  })

  test('have a log of at most a thousand deliveries, each for a week', async () => {
    const { platform, maker, add, log, send } = await startSending(kind)
    const { id } = await add(maker, 'item.sold', {})
    await testWebhook.own(platform, maker, { id })
    await send()
    const [row] = await platform.db.selectFrom('webhook_deliveries').selectAll().execute()
    if (!row) throw new Error('nothing was sent')
    const older = Array.from({ length: maxLogged }, (_, index) => ({
      ...row,
      id: `old_${index}`,
      position: row.position - 1 - index,
    }))
    for (let at = 0; at < older.length; at += 100)
      await platform.db
        .insertInto('webhook_deliveries')
        .values(older.slice(at, at + 100))
        .execute()
    await sweepDeliveries(platform)
    const count = async () =>
      (await platform.db.selectFrom('webhook_deliveries').select('id').execute()).length
    expect(await count()).toBe(maxLogged)
    expect((await log(maker, id))[0]?.id).toBe(row.id)
    platform.pass(7 * day)
    await sweepDeliveries(platform)
    expect(await count()).toBe(0)
  })
})
