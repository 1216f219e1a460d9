import { minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { answerOf, challengeOf, solved } from '../../testing/work.ts'
import { createWork, WorkRequired } from './work.ts'

const here = { purpose: 'sign-in', address: '192.0.2.7', level: 2 } as const

describe.each(databases)('work on %s', (kind) => {
  async function open() {
    const platform = await openTestPlatform(kind, { Security: { WorkHashes: 2 } })
    // On PostgreSQL, one process makes the challenges and another checks the answers.
    const one = createWork(platform)
    const other = kind === 'PostgreSQL' ? createWork(platform) : one
    const ask = (demand: Partial<Parameters<typeof one.demand>[0]> = {}) =>
      challengeOf(one.demand({ ...here, answer: undefined, ...demand }))
    const give = (answer: string, demand: Partial<Parameters<typeof one.demand>[0]> = {}) =>
      other.demand({ ...here, answer, ...demand })
    const ahead = createWork({ ...platform, now: () => platform.now() + minute })
    return { pass: platform.pass, ask, give, ahead }
  }

  test('is accepted once, by any process, even in simultaneous requests', async () => {
    const { ask, give } = await open()
    const answer = await solved(await ask())
    const uses = await Promise.allSettled(Array.from({ length: 8 }, () => give(answer)))
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(give(answer)).rejects.toThrow(WorkRequired)
  })

  test('is bound to its purpose, its network and its level', async () => {
    const { ask, give } = await open()
    const answer = await solved(await ask())
    for (const demand of [{ purpose: 'registration' }, { address: '192.0.3.7' }, { level: 4 }] as const)
      await expect(give(answer, demand)).rejects.toThrow(WorkRequired)
    // The attack has grown by one level, and the phone got another address from its network.
    await give(answer, { level: 3, address: '192.0.2.200' })
  })

  test('is refused with a changed challenge or a wrong solution, or if it is malformed', async () => {
    const { ask, give } = await open()
    const challenge = await ask({ level: 1 })
    const answer = JSON.parse(Buffer.from(await solved(challenge), 'base64').toString())
    const { parameters } = challenge
    const data = { ...parameters.data, level: 2 }
    const forged = [
      { ...answer, challenge: { ...challenge, parameters: { ...parameters, data } } },
      { ...answer, challenge: { ...challenge, parameters: { ...parameters, expiresAt: 2 ** 40 } } },
      { ...answer, challenge: { ...challenge, signature: '0'.repeat(64) } },
      { ...answer, solution: { ...answer.solution, derivedKey: '0'.repeat(64) } },
      { challenge },
      [],
      null,
    ].map((each) => answerOf({ ...each }))
    for (const each of [...forged, '', '{}', '%%%'])
      await expect(give(each, { level: 1 })).rejects.toThrow(WorkRequired)
    await give(answerOf(answer), { level: 1 })
  })

  test('expires after ten minutes', async () => {
    const { pass, ask, give } = await open()
    const [early, late] = [await solved(await ask()), await solved(await ask())]
    pass(10 * minute - 1_000)
    await give(early)
    pass(1_000)
    await expect(give(late)).rejects.toThrow(WorkRequired)
  })

  // SQLite has one process.
  const several = test.runIf(kind === 'PostgreSQL')
  several(
    'is accepted once even if the clock of the process that made the challenge is a minute ahead',
    async () => {
      const { pass, ahead, give } = await open()
      const answer = await solved(await challengeOf(ahead.demand({ ...here, answer: undefined })))
      await give(answer)
      pass(10 * minute + 1_000)
      await expect(give(answer)).rejects.toThrow(WorkRequired)
    },
  )

  test('can be replaced by waiting a minute, once per minute and address', async () => {
    const { pass, ask, give } = await open()
    const waiting = [await ask(), await ask()].map((challenge) => answerOf({ challenge }))
    const [first = '', second = ''] = waiting
    pass(minute - 1)
    await expect(give(first)).rejects.toThrow(WorkRequired)
    pass(1)
    await give(first)
    await expect(give(second)).rejects.toThrow(WorkRequired)
    await expect(give(first, { address: '192.0.2.8' })).rejects.toThrow(WorkRequired)
  })
})
