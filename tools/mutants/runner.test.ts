import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseAccepted, staleOf } from './accepted.ts'
import { filesOf, folders } from './folders.ts'
import { type Mutant, mutantsOf } from './mutants.ts'
import { nearestTests } from './nearest-tests.ts'
import { report } from './report.ts'
import { Results } from './results.ts'

const [one, two] = mutantsOf('a.ts', 'x = a + b\ny = a * b\n') as [Mutant, Mutant]

function newResults(sources: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'results.jsonl')
  return { path, open: () => new Results(path, (file) => sources[file] ?? '') }
}

const tests = ['a.test.ts', 'b.test.ts']

test('a later run continues with the results of an earlier one, even if that was killed', () => {
  const { path, open } = newResults({})
  open().add(one, 'found', { tests, failed: 'a.test.ts' })
  appendFileSync(path, '{"key":"half a li')
  expect(open().of(one, tests)).toMatchObject({ outcome: 'found', test: 'a.test.ts' })
  expect(open().of(two, tests)).toBeUndefined()
})

test('a result counts until its file or the tests that led to it change', () => {
  const sources: Record<string, string> = { 'a.ts': '1', 'a.test.ts': '1', 'b.test.ts': '1' }
  const { open } = newResults(sources)
  const results = open()
  results.add(one, 'found', { tests, failed: 'a.test.ts' })
  results.add(two, 'survived', { tests })
  sources['b.test.ts'] = '2'
  expect(results.of(one, tests)).toBeDefined()
  expect(results.of(two, tests)).toBeUndefined()
  sources['a.test.ts'] = '2'
  expect(results.of(one, tests)).toBeUndefined()
  sources['a.test.ts'] = '1'
  sources['a.ts'] = '2'
  expect(results.of(one, tests)).toBeUndefined()
})

test('tests beside a file and tests that import it are found, the nearest first', () => {
  const importers = new Map([
    ['a/b/c/d.ts', new Set(['a/b/c/e.ts', 'x/far.test.ts', 'a/b/c/near.test.ts'])],
    ['a/b/c/e.ts', new Set(['a/b/f/e.test.ts'])],
  ])
  const all = [
    'x/far.test.ts',
    'a/b/f/e.test.ts',
    'a/b/c/other.test.ts',
    'a/b/c/near.test.ts',
    'a/b/c/d.test.ts',
    'y/z.test.ts',
  ]
  expect(nearestTests('a/b/c/d.ts', importers, all)).toEqual([
    'a/b/c/d.test.ts',
    'a/b/c/near.test.ts',
    'x/far.test.ts',
    'a/b/c/other.test.ts',
    'a/b/f/e.test.ts',
  ])
})

test('a report passes if tests find enough, and each survivor has a reason', () => {
  const reason = 'an addition of 0'
  const enough = { folder: 'a', found: 6, survivors: [one], unknown: 0 }
  expect(report([enough], [{ ...one, reason }], [])).toEqual({
    lines: ['a: 6 of 7 found (85.7 %)', `  a.ts:1 x = a + b → ; (accepted: ${reason})`],
    passed: true,
  })
  expect(report([enough], [], []).passed).toBe(false)
  expect(report([{ ...enough, found: 5 }], [{ ...one, reason }], []).passed).toBe(false)
  const unknown = report([{ ...enough, unknown: 2 }], [{ ...one, reason }], [])
  expect(unknown.lines[0]).toBe('a: 6 of 7 found (85.7 %), 2 not run')
})

test('a report does not pass a folder without a mutant that has run', () => {
  expect(report([{ folder: 'a', found: 0, survivors: [], unknown: 3 }], [], [])).toEqual({
    lines: ['a: none run of 3'],
    passed: false,
  })
})

test('an accepted mutant without a reason is refused', () => {
  const { file, code, change } = one
  const withReason = (reason?: string) => () =>
    parseAccepted(JSON.stringify([{ file, code, change, reason }]))
  expect(withReason('an addition of 0')()).toHaveLength(1)
  for (const reason of [undefined, '', ' '])
    expect(withReason(reason)).toThrow('an accepted mutant has no reason: a.ts ¦ x = a + b ¦ x = a + b → ;')
})

test('a report names an accepted mutant that the code no longer has, and does not pass', () => {
  const gone = { file: 'a.ts', code: 'z = 1', change: '1 → 2', reason: 'no difference' }
  const stale = staleOf([{ ...one, reason: 'no difference' }, gone], [one])
  expect(stale).toEqual([gone])
  const score = { folder: 'a', found: 6, survivors: [], unknown: 0 }
  expect(report([score], stale, stale)).toEqual({
    lines: [
      'a: 6 of 6 found (100.0 %)',
      'stale in accepted.json, because the code has no such line: a.ts ¦ z = 1 ¦ 1 → 2',
    ],
    passed: false,
  })
})

test('every folder has files', () => {
  for (const folder of folders) expect(filesOf(folder).length).toBeGreaterThan(5)
})
