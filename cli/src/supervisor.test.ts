import { spawn } from 'node:child_process'
import { CannotStart } from '@baseplate/service/cannot-start'
import { describe, expect, test } from 'vitest'
import { isAlive, supervise } from './testing/supervise.ts'
import { type Ask, openChannel } from './workers/channel.ts'

describe('the first start', () => {
  test('fails with the message of the child', async () => {
    const { supervisor } = supervise('refuses to start')
    await expect(supervisor.start()).rejects.toThrow(new CannotStart('The port is in use.'))
    expect(supervisor.state).toBe('stopped')
  })

  test('fails when the child is not ready in time, and leaves no process', async () => {
    const { supervisor, pids } = supervise('never ready', { startMs: 1_000, graceMs: 50 })
    await expect(supervisor.start()).rejects.toThrow('`baseplate never ready` was not ready within 1 s.')
    expect(pids().filter(isAlive)).toEqual([])
  })
})

describe('close, when processes outlive a crash of the child,', () => {
  const slowRestart = { backOffMs: 60_000, backOffMsMax: 60_000 }

  test('starts the child once more after a crash, and ends it in order', async () => {
    const { supervisor, pids, logged } = supervise('obedient', slowRestart, { endsLeftovers: true })
    await supervisor.start()
    process.kill(pids()[0] ?? 0, 'SIGKILL')
    await expect.poll(() => supervisor.state).toBe('backing off')
    await supervisor.close()
    expect([supervisor.state, pids().length, pids().filter(isAlive)]).toEqual(['stopped', 2, []])
    expect(logged.map(({ msg }) => msg)).toEqual(['a service died'])
  })

  test('reports that the child does not start once more', async () => {
    const { supervisor, pids, logged } = supervise('ready once', slowRestart, { endsLeftovers: true })
    await supervisor.start()
    process.kill(pids()[0] ?? 0, 'SIGKILL')
    await expect.poll(() => supervisor.state).toBe('backing off')
    await supervisor.close()
    expect(supervisor.state).toBe('stopped')
    expect(logged.at(-1)?.msg).toBe('processes of a service may be left')
  })

  test('does not restart the child after an orderly end', async () => {
    const { supervisor, pids } = supervise('orderly', {}, { endsLeftovers: true })
    await supervisor.start()
    await supervisor.close()
    expect(pids()).toHaveLength(1)
  })
})

test('retries when the system refuses to create a process', async () => {
  const argv: string[] = []
  const { supervisor, pids, logged, program } = supervise('obedient', {}, { argv })
  argv.push(...program)
  await supervisor.start()
  // Node.js throws at once, as it does when the system is out of memory.
  argv.push('\0')
  process.kill(pids()[0] ?? 0, 'SIGKILL')
  await expect.poll(() => logged.map(({ msg }) => msg)).toContain('a service did not start')
  argv.pop()
  await expect.poll(() => logged.at(-1)?.msg).toBe('a service runs again')
})

describe('close leaves no process', () => {
  test('while the child starts', async () => {
    const { supervisor, pids } = supervise('never ready', { graceMs: 50 })
    const started = supervisor.start()
    await expect.poll(pids).toHaveLength(1)
    expect(supervisor.state).toBe('starting')
    await Promise.all([supervisor.close(), expect(started).rejects.toThrow('ended while it started')])
    expect([supervisor.state, pids().filter(isAlive)]).toEqual(['stopped', []])
  })

  test.each(['obedient', 'stubborn'] as const)('while the child runs and is %s', async (behaviour) => {
    const { supervisor, pids, logged } = supervise(behaviour, {
      graceMs: behaviour === 'stubborn' ? 50 : 20_000,
    })
    await supervisor.start()
    expect(supervisor.state).toBe('running')
    await Promise.all([supervisor.close(), supervisor.close()])
    expect([supervisor.state, pids().filter(isAlive), logged]).toEqual(['stopped', [], []])
  })

  test('while it waits for the next start', async () => {
    const { supervisor, pids } = supervise('obedient', { backOffMs: 60_000, backOffMsMax: 60_000 })
    await supervisor.start()
    process.kill(pids()[0] ?? 0, 'SIGKILL')
    await expect.poll(() => supervisor.state).toBe('backing off')
    await supervisor.close()
    expect(supervisor.state).toBe('stopped')
  })

  test('while the child restarts', async () => {
    const { supervisor, pids } = supervise('obedient', { backOffMs: 1 })
    await supervisor.start()
    process.kill(pids()[0] ?? 0, 'SIGKILL')
    // Its process exists but is not ready yet.
    await expect.poll(() => supervisor.state, { interval: 1 }).toBe('starting')
    await supervisor.close()
    expect([supervisor.state, pids().filter(isAlive)]).toEqual(['stopped', []])
  })

  test('while a wedged child is being ended', async () => {
    const { supervisor, pids } = supervise('obedient', { healthMs: 200, graceMs: 1_000 })
    await supervisor.start()
    process.kill(pids()[0] ?? 0, 'SIGSTOP')
    await expect.poll(() => supervisor.state, { interval: 1 }).toBe('ending')
    await supervisor.close()
    expect([supervisor.state, pids().filter(isAlive)]).toEqual(['stopped', []])
  })
})

test('restarts a child that dies', async () => {
  const { supervisor, pids, logged } = supervise('obedient')
  await supervisor.start()
  process.kill(pids()[0] ?? 0, 'SIGKILL')
  await expect.poll(() => logged.at(-1)?.msg).toBe('a service runs again')
  expect(logged[0]).toMatchObject({ msg: 'a service died', signal: 'SIGKILL', restartInMs: 10 })
  expect(pids().filter(isAlive)).toHaveLength(1)
})

test('restarts a wedged child, by SIGKILL when it ignores SIGTERM', async () => {
  const { supervisor, pids, logged } = supervise('obedient', { healthMs: 200, graceMs: 100 })
  await supervisor.start()
  process.kill(pids()[0] ?? 0, 'SIGSTOP')
  await expect.poll(() => logged.at(-1)?.msg).toBe('a service runs again')
  expect(logged[0]).toMatchObject({ msg: 'a service did not answer and was ended' })
  expect(pids().filter(isAlive)).toHaveLength(1)
})

test('kills a child whose event loop is blocked, and starts another one', async () => {
  let ask: Ask | undefined
  const { supervisor, pids, logged } = supervise(
    'blocks once',
    { healthMs: 200 },
    {
      create: (argv) => {
        const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
        ask = openChannel(child, {})
        return child
      },
      checkHealth: async (signal) => void (await ask?.('health', signal)),
      wedgedSignal: 'SIGKILL',
    },
  )
  await supervisor.start()
  await expect.poll(() => logged.at(-1)?.msg).toBe('a service runs again')
  expect(logged[0]).toMatchObject({ msg: 'a service did not answer and was ended' })
  expect(pids().map(isAlive)).toEqual([false, true])
})

test('delays each restart by twice as long, up to a maximum', async () => {
  const { supervisor, pids, restarts } = supervise('ready once')
  await supervisor.start()
  process.kill(pids()[0] ?? 0, 'SIGKILL')
  await expect.poll(restarts).toHaveLength(5)
  expect(restarts()).toEqual([10, 20, 40, 40, 40])
})

test('resets the delay after a child ran for a while', async () => {
  const { supervisor, pids, restarts } = supervise('obedient', { stableMs: 0 })
  await supervisor.start()
  for (const count of [1, 2, 3]) {
    await expect.poll(() => [supervisor.state, pids().length]).toEqual(['running', count])
    process.kill(pids().at(-1) ?? 0, 'SIGKILL')
    await expect.poll(restarts).toHaveLength(count)
  }
  expect(restarts()).toEqual([10, 10, 10])
})

test('ends a restarted child that is not ready in time, and retries', async () => {
  const { supervisor, pids, logged } = supervise('hangs later', { startMs: 3_000, graceMs: 50 })
  await supervisor.start()
  process.kill(pids()[0] ?? 0, 'SIGKILL')
  await expect.poll(pids).toHaveLength(3)
  expect(logged.map(({ msg }) => msg)).toEqual(['a service died', 'a service did not start'])
  expect(pids().filter(isAlive)).toEqual(pids().slice(2))
})

test('neither restarts nor reports a child that ends while everything stops', async () => {
  const { supervisor, pids, logged } = supervise('obedient')
  await supervisor.start()
  supervisor.shutDown()
  process.kill(pids()[0] ?? 0, 'SIGINT')
  await expect.poll(() => supervisor.state).toBe('stopped')
  await supervisor.close()
  expect([pids().length, logged]).toEqual([1, []])
})
