import fc from 'fast-check'

/** Pieces of CSS, valid and broken. */
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
    '.ground',
    '--card-text:red',
    'var(--card-text)',
    'calc(1px + ',
    'and',
    'not',
    '(width < 1px)',
    'linear-gradient(red,blue)',
    'image-set(',
    'expression(',
  ],
)

/** Pieces in any order. */
export const soup = fc
  .array(fc.oneof({ weight: 9, arbitrary: pieces }, fc.string({ maxLength: 4 })), { maxLength: 60 })
  .map((parts) => parts.join(''))

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

/** Rules that mostly parse, so that tests reach their contents. */
export const { rules } = fc.letrec<{ rule: string; rules: string }>((tie) => ({
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
