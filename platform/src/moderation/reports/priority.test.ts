import { expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { report } from './report.ts'
import { viewReports } from './view.ts'

test.each(databases)('urgent reports come first on %s, page by page, then the oldest', async (kind) => {
  const platform = await openTestPlatform(kind)
  const founder = await registerPerson(platform, 'Founder')
  const categories = ['Spam', 'Under age', 'Self-harm', 'Impersonation', 'Safety of children', 'Hate']
  for (const [index, category] of categories.entries()) {
    await registerPerson(platform, `Subject${index}`)
    const reporter = await registerPerson(platform, `Reporter${index}`)
    platform.pass(1)
    await report(platform, reporter, { type: 'user', id: `Subject${index}`, category })
  }
  const list = async (input = {}) => (await viewReports(platform, founder, input)).reports
  const order = async (input = {}) => (await list(input)).map(({ category }) => category)
  const urgentFirst = ['Self-harm', 'Safety of children', 'Under age', 'Impersonation', 'Spam', 'Hate']
  expect(await order()).toEqual(urgentFirst)
  expect(await order({ sort: 'oldest' })).toEqual(categories)
  const [first, second] = await list()
  expect([first?.priority, second?.priority]).toEqual([1, 1])
  const cursor = `${second?.created}-1:${second?.id}`
  expect(await order({ cursor })).toEqual(urgentFirst.slice(2))
  await expect(viewReports(platform, founder, { cursor: '1-x' })).rejects.toMatchObject({ reason: 'invalid' })
})
