import { expect, test } from 'vitest'
import { keyOf, mutantsOf, mutated, sample } from './mutants.ts'

/** Returns the changed lines that mutants of a source have. */
const changesOf = (source: string): string[] =>
  mutantsOf('file.ts', source).map((mutant) => mutated(source, mutant).trim())

test('a comparison is changed at its limit and turned round, and a condition decided', () => {
  expect(changesOf('if (a < b) throw c')).toEqual([
    'if (true) throw c',
    'if (false) throw c',
    'if (a <= b) throw c',
    'if (a >= b) throw c',
  ])
  expect(changesOf('x = a === b && !c')).toEqual(
    expect.arrayContaining(['x = a !== b && !c', 'x = a === b || !c', 'x = a === b && c']),
  )
})

test('statements and the bodies of functions are left out', () => {
  const source = 'async function save() {\n  await write()\n  await file.sync()\n}'
  expect(changesOf(source)).toEqual([
    'async function save() {}',
    'async function save() {\n  ;\n  await file.sync()\n}',
    'async function save() {\n  await write()\n  ;\n}',
  ])
  expect(changesOf('const f = (a) => g(a)')).toEqual(['const f = (a) => undefined'])
})

test('conditions of a query are left out, and those in SQL are turned round', () => {
  expect(changesOf("const q = db.from('t').where('a', '=', 1).all()")).toEqual([
    "const q = db.from('t').all()",
  ])
  expect(changesOf('const q = `SELECT a FROM t WHERE a = $1 AND b FOR SHARE`')).toEqual([
    'const q = `SELECT a FROM t WHERE true OR a = $1 AND b FOR SHARE`',
    'const q = `SELECT a FROM t WHERE a = $1 OR b FOR SHARE`',
    'const q = `SELECT a FROM t WHERE a = $1 AND b `',
  ])
})

test('texts, types, imports and log lines are left alone', () => {
  const source = `import { a } from 'b'
type C = true | false
interface D { e?: true }
platform.log.warn({ f: true }, 'text' + 'more')
throw new LedgerFault(a ? 'text' : b - 1 + ' texts')`
  expect(changesOf(source)).toEqual([])
})

test('code is never replaced by the same or by a function of JavaScript itself', () => {
  expect(changesOf('const f = () => undefined')).toEqual([])
  expect(changesOf('const text = a.toString()')).toEqual([])
})

test('a mutant keeps its key when other lines change, and equal lines have different ones', () => {
  const source = 'const a = b < c\nconst a = b < c\n'
  const keys = (text: string) => mutantsOf('file.ts', text).map(keyOf)
  expect(new Set(keys(source)).size).toBe(4)
  expect(keys(`const other = 1\n\n${source}`)).toEqual(keys(source))
})

test('a sample is the same for a seed, and part of a larger one', () => {
  const mutants = mutantsOf('file.ts', Array.from({ length: 20 }, (_, n) => `a${n} = b - ${n}`).join('\n'))
  const few = sample(mutants, 5, '1')
  expect(few).toHaveLength(5)
  expect(sample(mutants, 10, '1').slice(0, 5)).toEqual(few)
  expect(sample(mutants, 5, '2')).not.toEqual(few)
  expect(sample(mutants, Number.POSITIVE_INFINITY, '1')).toHaveLength(mutants.length)
})
