import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openProcesses } from './open-processes.ts'
import { isPortFree } from './port-probe.ts'
import { openProcfs } from './procfs.ts'
import { openPs } from './ps.ts'

/** Starts a process in its own session, with a child. */
async function start() {
  const child = spawn('sh', ['-c', 'sleep 60 & echo; wait'], {
    detached: true,
    env: { PATH: process.env.PATH, MARKED: 'a b=c' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const pid = child.pid ?? 0
  const exited = once(child, 'exit')
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL')
    await exited
  }
  onTestFinished(end)
  return { pid, end }
}

test.each([
  ['procfs', openProcfs],
  ['ps', openPs],
])('%s: reads a session and its processes until they end', async (_name, open) => {
  const processes = open()
  const { pid, end } = await start()
  const row = processes.find(pid)
  expect(row).toMatchObject({ pid, session: pid, zombie: false })
  expect(row?.identity).not.toBe('')
  expect(processes.list().get(pid)).toEqual(row)
  const members = [...processes.list().values()].filter(({ session }) => session === pid)
  expect(members).toHaveLength(2)
  expect(processes.residentBytes(pid)).toBeGreaterThan(100_000)
  await end()
  expect(processes.find(pid)).toBeUndefined()
  expect(processes.residentBytes(pid)).toBe(0)
})

test.runIf(process.platform === 'linux')(
  'reads environments and the owners of ports from procfs',
  async () => {
    const processes = openProcesses()
    const { pid } = await start()
    expect(processes.variableOf(pid, 'MARKED')).toBe('a b=c')
    expect(processes.variableOf(pid, 'MARK')).toBeUndefined()
    const udp = createSocket('udp6').bind(0)
    const tcp = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => {
      udp.close()
      tcp.close()
    })
    await Promise.all([once(udp, 'listening'), once(tcp, 'listening')])
    for (const port of [udp.address().port, Object(tcp.address()).port]) {
      expect(processes.areListening([process.pid], port)).toBe(true)
      expect(processes.areListening([pid], port)).toBe(false)
      expect(await isPortFree(port)).toBe(false)
    }
  },
)
