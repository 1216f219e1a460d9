import { readStrings } from '@baseplate/e2e/client/lua.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { integerLiteral, stringLiteral } from './literals.ts'
import { BrokenTemplate, compileTemplate } from './template.ts'

/** Any text, and texts that break out of strings in other languages. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom('"', "'", '\\', '\n', '\r', '\0', ']]', '--', '$&', '$1', '%', '1', '_PLACE_ID', 'é'),
    )
    .map((parts) => parts.join('')),
)

test('writes literals that Lua reads back byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 40 }), async (texts) => {
      const read = await readStrings(texts.map(stringLiteral))
      expect(read).toEqual(texts.map((text) => Buffer.from(text)))
    }),
    { numRuns: 60 },
  )
})

test('writes a literal as one line of printable ASCII', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(stringLiteral(text)).toMatch(/^"[\x20-\x7e]*"$/)
    }),
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5, 2 ** 53])('refuses %d as an integer', (value) => {
  expect(() => integerLiteral(value)).toThrow(RangeError)
})

test('replaces variables by type wherever Lua reads a name', () => {
  const fill = compileTemplate('join(_PLACE_ID,_USERNAME, _MEMBERSHIP_TYPE) -- end', [
    '_PLACE_ID',
    '_USERNAME',
    '_MEMBERSHIP_TYPE',
  ])
  expect(fill({ _PLACE_ID: 7, _USERNAME: '_PLACE_ID $& "x"', _MEMBERSHIP_TYPE: 'BuildersClub' })).toBe(
    'join(7,"_PLACE_ID $& \\034x\\034", Enum.MembershipType.BuildersClub) -- end',
  )
})

test('leaves comments, longer names and Lua’s own names unchanged', () => {
  const text =
    '-- _PLACE_ID _X\n--[==[ _NOTHING ]] _X ]==] local MY_PLACE_ID, _place = _G._VERSION, [[ _X ]] .. "_X"'
  expect(compileTemplate(text, ['_PLACE_ID'])({ _PLACE_ID: 7 })).toBe(text)
})

test.each([
  ['print(1)\nprint(_PLACEID)', 'line 2: _PLACEID is unknown here: there are _PLACE_ID, _BASE_URL'],
  ['print(_USERNAME)', 'line 1: _USERNAME is unknown here: there are _PLACE_ID, _BASE_URL'],
  [
    'x = "\\"_BASE_URL"',
    'line 1: _BASE_URL is within quotes, and becomes a whole Lua value: it must stand alone',
  ],
  ["\n\nx = '_PLACE_ID'", 'line 3: _PLACE_ID is within quotes'],
  ['x = [[\n_PLACE_ID]]', 'line 1: _PLACE_ID is within quotes'],
])('refuses %j', (text, problem) => {
  const compile = () => compileTemplate(text, ['_PLACE_ID', '_BASE_URL'])
  expect(compile).toThrow(BrokenTemplate)
  expect(compile).toThrow(problem)
})
