import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { delegatedGroups, ownGroup, processLimits, systemdScopes } from './limits.ts'

const limits = { memoryBytes: 100_000_000, cpus: 1.5 }

function group(controllers: string): string {
  const base = mkdtempSync(join(tmpdir(), 'cgroup-'))
  onTestFinished(() => rmSync(base, { recursive: true }))
  writeFileSync(join(base, 'cgroup.controllers'), controllers)
  writeFileSync(join(base, 'cgroup.subtree_control'), '')
  return base
}

test('creates a limited group for each server inside a delegated group', () => {
  const base = group('cpuset cpu io memory pids\n')
  const limiter = delegatedGroups(limits, base)
  expect(readFileSync(join(base, 'orchestrator', 'cgroup.procs'), 'utf8')).toBe(String(process.pid))
  expect(readFileSync(join(base, 'cgroup.subtree_control'), 'utf8')).toBe('+cpu +memory +pids')
  const wrapped = limiter?.wrap('run1', ['server', 'a b'])
  const server = join(base, 'server-run1')
  expect(wrapped?.slice(-3)).toEqual([join(server, 'cgroup.procs'), 'server', 'a b'])
  expect(readFileSync(join(server, 'memory.max'), 'utf8')).toBe('100000000')
  expect(readFileSync(join(server, 'cpu.max'), 'utf8')).toBe('150000 100000')
})

test('returns undefined for a group without controllers or write access', () => {
  expect(delegatedGroups(limits, group('cpu pids'))).toBeUndefined()
  expect(delegatedGroups(limits, '/nowhere')).toBeUndefined()
  const taken = group('cpu memory pids')
  mkdirSync(join(taken, 'orchestrator', 'cgroup.procs'), { recursive: true })
  expect(delegatedGroups(limits, taken)).toBeUndefined()
})

test('finds its own group in the unified hierarchy', () => {
  expect(ownGroup('/sys/fs/cgroup', '3:cpu:/x\n0::/system.slice/a.service\n')).toBe(
    '/sys/fs/cgroup/system.slice/a.service',
  )
  expect(ownGroup('/sys/fs/cgroup', '3:cpu:/x\n')).toBeUndefined()
})

test('starts a systemd scope, from the user manager unless it is root', () => {
  expect(systemdScopes(limits, true).wrap('run1', ['server', '-x'])).toEqual([
    'systemd-run',
    '--scope',
    '--quiet',
    '--collect',
    '--unit=baseplate-server-run1',
    '-p',
    'MemoryMax=100000000',
    '-p',
    'MemorySwapMax=0',
    '-p',
    'TasksMax=1024',
    '-p',
    'CPUQuota=150%',
    '--',
    'server',
    '-x',
  ])
  expect(systemdScopes(limits, false).wrap('run1', ['server'])).toContain('--user')
})

test('limits each process when there are no groups', () => {
  expect(processLimits(limits).wrap('run1', ['server'])).toEqual([
    'prlimit',
    '--data=100000000',
    '--core=0',
    '--',
    'server',
  ])
})
