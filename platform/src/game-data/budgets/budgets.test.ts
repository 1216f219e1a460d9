import { second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { startDataGame } from '../../testing/data-game.ts'
import { databases } from '../../testing/platforms.ts'
import { createDataBudgets } from './budgets.ts'

describe.each(databases)('budgets of game servers on %s', (kind) => {
  /** Spends until a request is refused, and returns how many were not. */
  const spendAll = async (spend: () => Promise<unknown>, most = 1_000) => {
    for (let count = 0; count < most; count++)
      if (
        !(await spend().then(
          () => true,
          () => false,
        ))
      )
        return count
    return most
  }

  test('have 60 requests a minute, and 40 more for each verified player', async () => {
    const { servers, platform, anna, enter } = await startDataGame(kind)
    const spend = (index: 0 | 1) => () => platform.dataBudgets.spend(servers[index].caller, 'writes')
    expect(await spendAll(spend(0))).toBe(60)
    await enter(anna)
    platform.pass(6 * second)
    expect(await spendAll(spend(0))).toBe(10)
    platform.pass(60 * second)
    await enter(anna)
    platform.pass(6 * second)
    expect(await spendAll(spend(0))).toBe(100)
    expect(await spendAll(spend(1))).toBe(60)
  })

  test('count reads, writes and lists apart', async () => {
    const { servers, platform } = await startDataGame(kind)
    const spend = (of: 'reads' | 'lists') => () => platform.dataBudgets.spend(servers[0].caller, of)
    expect(await spendAll(spend('lists'))).toBe(5)
    expect(await spendAll(spend('reads'))).toBe(60)
  })

  test('say when a request is possible again', async () => {
    const { servers, platform } = await startDataGame(kind)
    const spend = () => platform.dataBudgets.spend(servers[0].caller, 'lists')
    await spendAll(spend)
    await expect(spend()).rejects.toMatchObject({ reason: 'limited', retryAfter: 12 })
    platform.pass(12 * second)
    await spend()
  })

  test('take nothing for a batch that is larger than the rest', async () => {
    const { servers, platform } = await startDataGame(kind)
    const spend = (requests: number) => platform.dataBudgets.spend(servers[0].caller, 'writes', requests)
    await spend(50)
    await expect(spend(11)).rejects.toMatchObject({ reason: 'limited' })
    expect(await spend(10)).toMatchObject({ left: 0 })
  })

  test('do not limit programs of the maker, whose tokens have a limit', async () => {
    const { servers, platform } = await startDataGame(kind)
    const program = { ...servers[0].caller, server: null }
    expect(await spendAll(() => platform.dataBudgets.spend(program, 'lists'), 50)).toBe(50)
  })
})

test('several processes share a budget', async () => {
  const { servers, platform } = await startDataGame('PostgreSQL')
  const processes = [platform.dataBudgets, createDataBudgets(platform), createDataBudgets(platform)]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 150 }, (_, at) => processes[at % 3]?.spend(servers[0].caller, 'writes')),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60)
})
