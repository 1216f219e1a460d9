import { expect, test } from 'vitest'
import { Refused } from '../../foundation/errors.ts'
import { createMemoryCounts } from '../../foundation/limit-counts.ts'
import { createCloudAdmission } from './admission.ts'

const client = '203.0.113.1'

const open = (counts = createMemoryCounts()) =>
  createCloudAdmission(counts, ({ reason }) => reason === 'missing')

test('asks once about an asset that the cloud does not have, and again after a failure', async () => {
  const { ask } = open()
  let asked = 0
  const fail = (code: 'assets.not_found' | 'cloud.late') => async () => {
    asked++
    throw new Refused(code)
  }
  for (let count = 0; count < 5; count++)
    await expect(ask('file 1', client, fail('assets.not_found'))).rejects.toMatchObject({ reason: 'missing' })
  expect(asked).toBe(1)
  for (let count = 0; count < 2; count++)
    await expect(ask('file 2', client, fail('cloud.late'))).rejects.toMatchObject({ reason: 'late' })
  expect(asked).toBe(3)
})

test('lets one address cause 1,000 requests in ten minutes, and others go on', async () => {
  const { ask } = open()
  const answer = async () => 'found'
  for (let count = 0; count < 1_000; count++) await ask(`file ${count}`, client, answer)
  const refused = { reason: 'limited', problem: { code: 'limits.cloud_assets' } }
  await expect(ask('file 1000', client, answer)).rejects.toMatchObject(refused)
  expect(await ask('file 1000', '203.0.113.2', answer)).toBe('found')
  expect(await ask('file 1000', undefined, answer)).toBe('found')
})

test('refuses requests with 503 when too many wait for the cloud', async () => {
  const { ask } = open()
  const { promise, resolve } = Promise.withResolvers<string>()
  const waiting = Array.from({ length: 532 }, (_, id) => ask(`file ${id}`, undefined, () => promise))
  await expect(ask('file 532', client, () => promise)).rejects.toMatchObject({
    problem: { code: 'cloud.busy' },
  })
  resolve('found')
  expect(await Promise.all(waiting)).toHaveLength(532)
})

test('lets others ask while one address waits for many late answers', async () => {
  const { ask } = open()
  const { promise, resolve } = Promise.withResolvers<string>()
  const waiting = Array.from({ length: 108 }, (_, id) => ask(`file ${id}`, client, () => promise))
  await expect(ask('file 108', client, () => promise)).rejects.toMatchObject({
    problem: { code: 'cloud.busy' },
  })
  expect(await ask('file 109', '203.0.113.2', async () => 'found')).toBe('found')
  expect(await ask('file 110', undefined, async () => 'found')).toBe('found')
  resolve('found')
  expect(await Promise.all(waiting)).toHaveLength(108)
})
