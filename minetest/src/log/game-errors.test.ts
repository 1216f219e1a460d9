import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listGameErrors } from './game-errors.ts'

/** Output of Debian's minetest-server 5.6.1 with the headings of the orchestrator. */
const log = readFileSync(new URL('testing/servers.txt', import.meta.url), 'utf8')

const at = (time: string) => Date.parse(`2026-11-30T${time}Z`)
const found = listGameErrors(log)
const of = (version: number | null) => found.filter((error) => error.version === version)

describe('errors in the log of an engine', () => {
  test('have the file, line and message of a syntax error', () => {
    expect(of(1)).toEqual([
      {
        kind: 'crash',
        message: "')' expected (to close '(' at line 1) near '<eof>'",
        file: 'mods/tower/init.lua',
        line: 2,
        details: expect.stringMatching(
          /^ModError: Failed to load and run script from mods\/tower\/init\.lua:\nmods\/tower\/init\.lua:2: /,
        ),
        version: 1,
        first: at('12:10:27'),
        last: at('12:10:27'),
        count: 1,
      },
    ])
  })

  test('are grouped when equal, even from a machine in another time zone', () => {
    expect(of(2)).toMatchObject([{ count: 2, first: at('12:10:28'), last: at('12:10:29') }])
  })

  test('point to the line of the game that called a function of the engine', () => {
    const [error] = of(2)
    expect(error).toMatchObject({
      message: 'Name wrong:name does not follow naming conventions: "tower:" or ":" prefix required',
      file: 'mods/tower/nodes.lua',
      line: 1,
    })
    expect(error?.details.split('\n').at(-1)).toBe('\tmods/tower/init.lua:1: in main chunk')
  })

  test('are classed as crashes, errors and warnings, the latest first', () => {
    expect(of(3).map(({ kind, message, file, line, count }) => [kind, message, file, line, count])).toEqual([
      ['crash', "attempt to perform arithmetic on local 'coins' (a nil value)", 'mods/tower/init.lua', 3, 1],
      ['error', 'the tower has no coins', null, null, 2],
      [
        'warning',
        'core.env:[...] is deprecated and should be replaced with core.[...]',
        'mods/tower/init.lua',
        9,
        1,
      ],
      ['warning', 'Undeclared global variable "undeclared_y"', 'mods/tower/init.lua', 11, 1],
      ['error', "Mapgen: Mapgen alias 'mapgen_stone' is invalid!", null, null, 1],
      ['error', "Mapgen: Mapgen alias 'mapgen_water_source' is invalid!", null, null, 1],
    ])
  })

  test('have no version where the heading has none', () => {
    expect(of(null)).toMatchObject([
      {
        kind: 'crash',
        message: '(error object is not a string)',
        file: 'worldmods/extra/init.lua',
        line: null,
      },
    ])
  })

  test('show no folder of the server', () => {
    expect(JSON.stringify(found)).not.toMatch(/var\/lib|usr\/share|1818|\.\.\.\w/)
  })
})

describe('a log of other lines', () => {
  test.each([
    ['an empty log', ''],
    ['a heading alone', '--- 2026-11-30T12:10:27.030Z place 1818, port 34568, version 1'],
    ['output of classic servers', 'Starting\nERROR: no place\nstack traceback:\n'],
    ['the platform’s own mod', '2026-11-30 12:10:27: ERROR[Main]: [baseplate] the site is away'],
  ])('has no errors: %s', (_, text) => {
    expect(listGameErrors(text)).toEqual([])
  })

  test('keeps its times when it begins in the middle of a run', () => {
    expect(listGameErrors('2026-11-30 12:10:27: ERROR[Main]: a')).toMatchObject([
      { message: 'a', version: null, first: at('12:10:27') },
    ])
  })

  test('has at most 100 errors, of limited length', () => {
    const lines = Array.from(
      { length: 500 },
      (_, index) => `2026-11-30 12:10:27: ERROR[Main]: ${index} ${'x'.repeat(9_000)}`,
    )
    const errors = listGameErrors(lines.join('\n'))
    expect(errors).toHaveLength(100)
    expect(errors.every(({ message, details }) => message.length <= 500 && details.length <= 5_000)).toBe(
      true,
    )
  })

  test('is read in time that grows with its length', () => {
    const began = performance.now()
    listGameErrors(`2026-11-30 12:10:27: ERROR[Main]: ${'/...'.repeat(60_000)}\n`.repeat(4))
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
