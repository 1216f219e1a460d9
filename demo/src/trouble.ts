import { moderate } from '@baseplate/platform/moderation/moderate'
import { report } from '@baseplate/platform/reports/report'
import type { World } from './world.ts'

const complaints = [
  ['Spam', 'Writes the same thing under everything.'],
  ['Harassment', 'Does not stop when asked to.'],
  ['Scam', 'Promises free currency for passwords.'],
] as const

/** What those who keep order find when they come: reports, and somebody who is banned. */
export async function makeTrouble(world: World): Promise<void> {
  const { platform, chance, progress, people, pass } = world
  const [administrator] = people
  const [banned, warned, ...others] = chance.some(people.slice(2), 20)
  if (!administrator || !banned || !warned) throw new Error('there is nobody to make trouble')
  const step = progress.begin('Some misbehave', 2 + complaints.length)
  const reason = 'Sold accounts to others.'
  await moderate(platform, administrator, { type: 'Ban', username: banned.username, reason, days: '14' })
  step()
  await moderate(platform, administrator, {
    type: 'Warning',
    username: warned.username,
    reason: 'Please do not shout at people.',
  })
  step()
  for (const [category, note] of complaints) {
    const [reporter, reported] = chance.some(others, 2)
    if (!reporter || !reported) continue
    await report(platform, reporter, { type: 'user', id: reported.username, category, note })
    pass(60)
    step()
  }
}
