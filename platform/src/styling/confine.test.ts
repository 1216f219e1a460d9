import { type CssNode, generate, parse, walk } from 'css-tree'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileCss } from '../testing/hostile-css.ts'
import { confineCss } from './confine.ts'

const scope = 'profile-abc'
const css = (source: string) => confineCss(source, scope).css
const reasons = (source: string) => confineCss(source, scope).dropped.map(({ reason }) => reason)

/** Written apart from the lists that the product works by: what must never come out, whatever they say. */
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
          if (!/^\.profile-abc\.profile-abc(?![\w-])(?![+~])/.test(generate(selector)))
            fault('beyond the scope', selector)
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
        if (node.property.startsWith('--') && !node.property.startsWith('--own-')) fault('variable', node)
      }
    },
    leave(node: CssNode) {
      if (node.type === 'Atrule' && node.name === 'keyframes') inKeyframes -= 1
    },
  })
  if (/<\/|<!|\/\*|\\(?![0-9a-f]{1,6} )/i.test(rebuilt)) faults.push('raw text')
  return faults
}

/** Pieces that make up CSS, whole ones and broken ones. */
const pieces = fc.constantFrom(
  ...'{ } ( ) [ ] ; : , > + ~ * | & . # @ ! / \\ " \' < = ^ $ % - -- --x 1 1px 50% 2n+1 #fff a p .x #id html body'.split(
    ' ',
  ),
  ...[
    ' ',
    '\n',
    '/*',
    '*/',
    '<!--',
    '-->',
    '</style>',
    '\0',
    '\\a ',
    '\\75 rl(',
    'url(',
    'url("',
    'var(--x',
    'var(--x,',
  ],
  ...[
    '@media',
    '@import',
    '@keyframes k',
    '@supports',
    '@container',
    '@font-face',
    '@layer',
    '@scope',
    '@property --x',
  ],
  ...[':root', ':is(', ':not(', ':has(', ':host', '::before', '::part(x)', '[a=b]', 'x|y', ':nth-child('],
  ...[
    'color:red',
    'position:fixed',
    'background:',
    'content:',
    'animation:k 1s',
    '!important',
    'all:unset',
    'calc(1px + ',
    'and',
    'not',
    '(width < 1px)',
    'linear-gradient(red,blue)',
    'image-set(',
    'expression(',
  ],
)
const soup = fc
  .array(fc.oneof({ weight: 9, arbitrary: pieces }, fc.string({ maxLength: 4 })), { maxLength: 60 })
  .map((parts) => parts.join(''))

/** Rules that mostly parse, so that what is inside them is reached. */
const selector = fc
  .array(
    fc.constantFrom(
      'p',
      '.x',
      ':root',
      'body',
      'html',
      '*',
      '&',
      '#i',
      '::before',
      ':hover',
      ':is(.a,body)',
      ':not(:root)',
      ':has(+ p)',
      '[a^="</"]',
      ' ',
      '>',
      '+',
      '~',
      ',',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))
const value = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'red',
        '1px',
        'url(//a)',
        '"<a"',
        'var(--x)',
        'var(--x,url(a))',
        'fixed',
        '#fff',
        'rgb(1 2 3)',
        ',',
        '/',
        'calc(1px*2)',
        'src("a")',
        'k',
        '1s',
        'attr(x)',
        '[a]',
      ),
      fc.string({ maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(' '))
const property = fc.constantFrom(
  'color',
  'background',
  'position',
  'content',
  '--x',
  '--accent',
  'animation',
  'animation-name',
  'cursor',
  'font',
  'filter',
  'all',
  'behavior',
  'mask',
  'grid-template-areas',
)
const declaration = fc
  .tuple(property, value, fc.constantFrom('', '!important'))
  .map(([name, text, important]) => `${name}:${text}${important};`)
const { rules } = fc.letrec<{ rule: string; rules: string }>((tie) => ({
  rule: fc.oneof(
    { depthSize: 'small' },
    fc
      .tuple(selector, fc.array(declaration, { maxLength: 4 }))
      .map(([left, right]) => `${left}{${right.join('')}}`),
    fc.tuple(selector, declaration, tie('rules')).map(([left, first, inner]) => `${left}{${first}${inner}}`),
    fc
      .tuple(
        fc.constantFrom(
          '@media (width<1px)',
          '@media print',
          '@supports (display:grid)',
          '@container (width>1px)',
          '@layer x',
          '@scope (a)',
          '@keyframes k',
          '@font-face',
          '@starting-style',
        ),
        tie('rules'),
      )
      .map(([name, inner]) => `${name}{${inner}}`),
  ),
  rules: fc.array(tie('rule'), { maxLength: 4 }).map((parts) => parts.join('\n')),
}))

describe('whatever goes in', () => {
  test.each(Object.entries(hostileCss))('a known trick comes to nothing: %s', (_, source) => {
    expect(faultsOf(css(source))).toEqual([])
  })

  test.each([
    ['pieces', soup],
    ['rules', rules],
  ])('what comes out of %s is allowed, confined, and taken whole when it goes in again', (_, sources) => {
    fc.assert(
      fc.property(sources, (source) => {
        const rebuilt = css(source)
        expect(faultsOf(rebuilt)).toEqual([])
        expect(confineCss(rebuilt, scope).dropped).toEqual([])
        expect(rebuilt.length).toBeLessThanOrEqual(61_000)
      }),
      { numRuns: 1_000, endOnFailure: true },
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
  ])('10,000 characters of %j are rebuilt at once', (piece) => {
    for (const source of [piece.repeat(10_000 / piece.length), `a{${piece.repeat(9_990 / piece.length)}`]) {
      const started = performance.now()
      css(source)
      expect(performance.now() - started).toBeLessThan(2_000)
    }
  })

  test('rules inside rules do not multiply without end', () => {
    const many = `${'.a,'.repeat(300)}.a{`
    const source = [many, ...Array(9).fill(`${'& .b,'.repeat(150)}& .b{`), 'color:red'].join('')
    const started = performance.now()
    const { css: rebuilt, dropped } = confineCss(source, scope)
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(rebuilt.length).toBeLessThan(61_000)
    expect(dropped.map(({ reason }) => reason)).toContain('These are too many selectors')
  })
})

describe('what people write', () => {
  test('stays, below the profile', () => {
    expect(css('.post, h2 > a:hover { color: #f0f; margin: -1px auto 0 }')).toBe(
      '.profile-abc.profile-abc .post,.profile-abc.profile-abc h2>a:hover{color:#f0f;margin:-1px auto 0}\n',
    )
  })

  test.each(['body', 'html', ':root', ':scope', 'html body', ':root > body'])(
    '%s is the profile',
    (whole) => {
      expect(css(`${whole}{color:red} ${whole} .x{color:red} ${whole}.y:hover > p{color:red}`)).toBe(
        '.profile-abc.profile-abc{color:red}\n.profile-abc.profile-abc .x{color:red}\n.profile-abc.profile-abc.y:hover>p{color:red}\n',
      )
    },
  )

  test('rules inside rules are written out', () => {
    expect(css('.a,.b{color:red;&:hover p{color:blue} & > i{color:lime}}')).toBe(
      [
        '.profile-abc.profile-abc .a,.profile-abc.profile-abc .b{color:red}',
        '.profile-abc.profile-abc .a:hover p,.profile-abc.profile-abc .b:hover p{color:blue}',
        '.profile-abc.profile-abc .a>i,.profile-abc.profile-abc .b>i{color:lime}\n',
      ].join('\n'),
    )
  })

  test('conditions, keyframes and variables', () => {
    expect(
      css(
        '@keyframes spin{from{rotate:0deg}to{rotate:1turn}} :root{--glow:hotpink} .x{animation:spin 2s linear infinite;color:var(--glow,red);border:1px solid var(--accent)} @media (width < 600px){.x{animation:none}}',
      ),
    ).toBe(
      [
        '@keyframes profile-abc-spin{from{rotate:0deg}to{rotate:1turn}}',
        '.profile-abc.profile-abc{--own-glow:hotpink}',
        '.profile-abc.profile-abc .x{animation:profile-abc-spin 2s linear infinite;color:var(--own-glow, red);border:1px solid var(--accent)}',
        '@media (width < 600px){.profile-abc.profile-abc .x{animation:none}\n}\n',
      ].join('\n'),
    )
  })

  test('texts mean what they say and nothing else', () => {
    expect(css('p::after{content:"</style> $& \\"q\\" \\A \\\\ é 🎮"}')).toBe(
      '.profile-abc.profile-abc p::after{content:"\\3c /style\\3e  $\\26  \\22 q\\22  \\a \\5c  é 🎮"}\n',
    )
  })

  test.each([
    'background: conic-gradient(from 45deg, red, oklch(0.7 0.2 30 / 50%)), linear-gradient(in oklch, red, blue)',
    'grid-template: "a b" 40px "c c" 1fr / auto minmax(0, 1fr)',
    'font: italic 700 1.2rem/1.5 "Comic Sans MS", cursive',
    'width: clamp(1rem, 2vw + 1rem, min(50%, 30ch))',
    'transform: perspective(300px) rotateY(20deg) translate3d(1px, 2px, 3px)',
    'color: color-mix(in oklab, var(--accent) 40%, transparent)',
    'color: rgb(from red r g b / 50%)',
    'transition: all 200ms cubic-bezier(.2, .8, .3, 1), color 1s',
    'clip-path: polygon(0 0, 100% 0, 50% 100%)',
    'animation: 1s none',
    'position: absolute',
    'container: card / inline-size',
  ])('%s', (declaration) => {
    expect(reasons(`p{${declaration}}`)).toEqual([])
    expect(css(`p{${declaration}}`)).not.toBe('')
  })
})

test('what was dropped is told by line, with the reason', () => {
  const source = `@import "x.css";
.post {
  colour: red;
  color: red;
  background: url(https://example.com/a.png);
  position: fixed;
  width: blue;
}
#top { color: red }
body + p { color: red }
.x { color: red !important }
.y { animation: turn 1s }
p { nonsense }`
  expect(confineCss(source, scope).dropped).toEqual([
    { line: 1, text: '@import "x.css";', reason: '@import is not available here' },
    { line: 3, text: 'colour: red', reason: 'colour is not available here' },
    {
      line: 5,
      text: 'background: url(https://example.com/a.png)',
      reason: 'Nothing is loaded from an address',
    },
    { line: 6, text: 'position: fixed', reason: 'position can be static, relative or absolute' },
    { line: 7, text: 'width: blue', reason: 'This is no value of width' },
    { line: 9, text: '#top { color: red }', reason: 'Ids belong to the page: use classes' },
    {
      line: 10,
      text: 'body + p { color: red }',
      reason: 'What is beside your profile is not yours to style',
    },
    { line: 11, text: 'color: red !important', reason: 'Shown, but without !important' },
    { line: 12, text: 'animation: turn 1s', reason: 'There are no @keyframes called turn' },
    { line: 13, text: 'nonsense', reason: 'This could not be understood' },
  ])
})
