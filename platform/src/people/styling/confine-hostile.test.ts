import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type CssNode, generate, parse, walk } from 'css-tree'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../../tools/cases.ts'
import { rules, soup } from '../../testing/any-css.ts'
import { hostileCss } from '../../testing/hostile-css.ts'
import { confineCss } from './confine.ts'

const scope = 'profile-abc'
const css = (source: string) => confineCss(source, scope).css

/** Finds pieces that rebuilt CSS must not have. Does not use the allow lists, so that a wrong entry there fails a test. */
function faultsOf(rebuilt: string): string[] {
  const faults: string[] = []
  const fault = (what: string, node: CssNode) => faults.push(`${what}: ${generate(node)}`)
  const sheet = parse(rebuilt, {
    parseCustomProperty: true,
    onParseError: ({ message }) => faults.push(message),
  })
  let inKeyframes = 0
  walk(sheet, {
    enter(node: CssNode) {
      if (['Raw', 'Url', 'UnicodeRange', 'CDO', 'CDC', 'IdSelector', 'NestingSelector'].includes(node.type)) {
        fault(node.type, node)
      }
      if (node.type === 'Atrule') {
        if (!/^(media|supports|container|keyframes)$/.test(node.name)) fault('at-rule', node)
        if (node.name === 'keyframes') inKeyframes += 1
      }
      if (node.type === 'Rule' && inKeyframes === 0 && node.prelude.type === 'SelectorList') {
        for (const selector of node.prelude.children) {
          if (!/^\.profile-abc(-ground)?\.profile-abc\1(?![\w-])(?![+~])/.test(generate(selector)))
            fault('beyond the scope', selector)
          // The ground's siblings belong to the page, and so would elements that it may contain one day.
          const combined = [...(selector.type === 'Selector' ? selector.children : [])]
          if (generate(selector).startsWith('.profile-abc-ground'))
            if (combined.some(({ type }) => type === 'Combinator')) fault('beyond the ground', selector)
        }
      }
      if (
        node.type === 'Function' &&
        /url|src|image|element|paint|cross-fade|attr|env|expression/i.test(node.name)
      ) {
        if (!/^(repeating-)?(linear|radial|conic)-gradient$/.test(node.name)) fault('function', node)
      }
      if (node.type === 'Declaration') {
        if (node.important) fault('important', node)
        if (
          /^(all|contain|content-visibility|behavior|zoom|src|-moz-.*|view-transition.*|anchor.*)$/.test(
            node.property,
          )
        )
          fault('property', node)
        if (
          node.property === 'position' &&
          !/^(static|relative|absolute|initial|inherit|unset|revert)$/i.test(generate(node.value))
        )
          fault('position', node)
        if (/^--(?!own-|card-(ground|line|text|muted)$)/.test(node.property)) fault('variable', node)
      }
    },
    leave(node: CssNode) {
      if (node.type === 'Atrule' && node.name === 'keyframes') inKeyframes -= 1
    },
  })
  if (/<\/|<!|\/\*|\\(?![0-9a-f]{1,6} )/i.test(rebuilt)) faults.push('raw text')
  return faults
}

test.each(Object.entries(hostileCss))('defuses a known attack: %s', (_, source) => {
  expect(faultsOf(css(source))).toEqual([])
})

test.each([
  ['pieces', soup],
  ['rules', rules],
])('rebuilds random %s into allowed and confined CSS, which it then accepts unchanged', (_, sources) => {
  fc.assert(
    fc.property(sources, (source) => {
      const rebuilt = css(source)
      expect(faultsOf(rebuilt)).toEqual([])
      expect(confineCss(rebuilt, scope).dropped).toEqual([])
      expect(rebuilt.length).toBeLessThanOrEqual(61_000)
    }),
    { numRuns: cases(150, 1_000), endOnFailure: true },
  )
})

test.each([
  '{',
  '(',
  '[',
  'a{',
  ':is(',
  'calc(',
  '@media{',
  'a:not(',
  '"',
  '\\',
  '/*',
  'url(',
  '}',
  ';',
  'x:y;',
  'a{b:c}',
  '& .b,',
])('rebuilds 10,000 characters of %j in bounded time', (piece) => {
  for (const source of [piece.repeat(10_000 / piece.length), `a{${piece.repeat(9_990 / piece.length)}`]) {
    const started = performance.now()
    css(source)
    expect(performance.now() - started).toBeLessThan(20_000)
  }
})

test('ends on a stray bracket after any earlier source', () => {
  const stuck = 'a();):b(c('
  const confine = (source: string) =>
    `import(${JSON.stringify(join(import.meta.dirname, 'confine.ts'))}).then(({ confineCss }) => {
      // The parser might remember a bracket at the token whose number is the length of the next source.
      confineCss('a '.repeat(${stuck.length / 2}) + '(', 'x')
      console.log(JSON.stringify(confineCss(${JSON.stringify(source)}, 'x').dropped))
    })`
  const { stdout, signal } = spawnSync(process.execPath, ['--eval', confine(stuck)], { timeout: 30_000 })
  expect(signal).toBeNull()
  expect(JSON.parse(stdout.toString())).toContainEqual({
    line: 1,
    text: ')',
    problem: { code: 'styling.bracket_stray', values: {} },
  })
})

test('bounds the selectors of nested rules', () => {
  const many = `${'.a,'.repeat(300)}.a{`
  const source = [many, ...Array(9).fill(`${'& .b,'.repeat(150)}& .b{`), 'color:red'].join('')
  const started = performance.now()
  const { css: rebuilt, dropped } = confineCss(source, scope)
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(rebuilt.length).toBeLessThan(61_000)
  expect(dropped.map(({ problem }) => problem.code)).toContain('styling.too_many_selectors')
})
