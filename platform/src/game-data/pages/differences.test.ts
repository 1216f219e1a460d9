import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ComparedLine, compareLines } from './differences.ts'

const written = (lines: readonly ComparedLine[]) =>
  lines.map((line) =>
    line.kind === 'skipped'
      ? `@${line.count}`
      : `${{ same: ' ', added: '+', removed: '-' }[line.kind]}${line.text}`,
  )

test('shows added and removed lines among equal ones', () => {
  expect(written(compareLines('a\nb\nc\nd', 'a\nx\nc\ny\nd'))).toEqual([' a', '-b', '+x', ' c', '+y', ' d'])
})

test('leaves out equal lines far from a difference', () => {
  const lines = Array.from({ length: 20 }, (_, at) => String(at))
  const changed = lines.with(10, 'x')
  expect(written(compareLines(lines.join('\n'), changed.join('\n')))).toEqual([
    ...['@7', ' 7', ' 8', ' 9', '-10', '+x', ' 11', ' 12', ' 13', '@6'],
  ])
  expect(written(compareLines('a\nb', 'a\nb'))).toEqual(['@2'])
})

test('the lines without added ones are the first text, and those without removed ones the second', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = compareLines(before.join('\n'), after.join('\n'))
      const side = (whole: readonly string[], kind: string) => {
        let at = 0
        for (const line of lines) {
          if (line.kind === 'skipped') at += line.count
          else if (line.kind === 'same' || line.kind === kind) expect(line.text).toBe(whole[at++])
        }
        expect(at).toBe(whole.length)
      }
      side(before, 'removed')
      side(after, 'added')
    }),
  )
})
