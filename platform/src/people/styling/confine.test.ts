import { describe, expect, test } from 'vitest'
import { problem } from '../../foundation/problem.ts'
import { confineCss } from './confine.ts'

const scope = 'profile-abc'
const css = (source: string) => confineCss(source, scope).css
const codes = (source: string) => confineCss(source, scope).dropped.map(({ problem }) => problem.code)

describe('confineCss', () => {
  test('puts rules below the scope of the profile', () => {
    expect(css('.post, h2 > a:hover { color: #f0f; margin: -1px auto 0 }')).toBe(
      '.profile-abc.profile-abc .post,.profile-abc.profile-abc h2>a:hover{color:#f0f;margin:-1px auto 0}\n',
    )
  })

  test.each(['body', 'html', ':root', ':scope', 'html body', ':root > body'])(
    'treats %s as the profile',
    (whole) => {
      expect(css(`${whole}{color:red} ${whole} .x{color:red} ${whole}.y:hover > p{color:red}`)).toBe(
        '.profile-abc.profile-abc{color:red}\n.profile-abc.profile-abc .x{color:red}\n.profile-abc.profile-abc.y:hover>p{color:red}\n',
      )
    },
  )

  test('writes out nested rules', () => {
    expect(css('.a,.b{color:red;&:hover p{color:blue} & > i{color:lime}}')).toBe(
      [
        '.profile-abc.profile-abc .a,.profile-abc.profile-abc .b{color:red}',
        '.profile-abc.profile-abc .a:hover p,.profile-abc.profile-abc .b:hover p{color:blue}',
        '.profile-abc.profile-abc .a>i,.profile-abc.profile-abc .b>i{color:lime}\n',
      ].join('\n'),
    )
  })

  test('rebuilds conditions, keyframes and variables', () => {
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

  test('selects the ground of the header, which has no content', () => {
    expect(css('.ground{color:red} .ground:hover::before{color:lime} h2 .ground{color:blue}')).toBe(
      [
        '.profile-abc-ground.profile-abc-ground{color:red}',
        '.profile-abc-ground.profile-abc-ground:hover::before{color:lime}',
        '.profile-abc.profile-abc h2 .ground{color:blue}\n',
      ].join('\n'),
    )
    for (const beyond of ['.ground img', '.ground + p', '.ground ~ *', '.ground > b'])
      expect(codes(`${beyond}{color:red}`)).toEqual(['styling.outside_profile'])
    expect(codes('.ground{& + p{color:red} & ~ p{color:red}}')).toEqual(
      Array(2).fill('styling.outside_profile'),
    )
  })

  test('sets the colours of cards, but rejects a variable made of other variables', () => {
    expect(css('body{--card-text:red} p{color:var(--card-text)}')).toBe(
      '.profile-abc.profile-abc{--card-text:red}\n.profile-abc.profile-abc p{color:var(--card-text)}\n',
    )
    const doubled = 'body{--card-line:var(--card-text) var(--card-text)}'
    expect(codes(doubled)).toEqual(['styling.variable_of_variables'])
  })

  test('escapes texts in quotes', () => {
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
  ])('accepts %s', (declaration) => {
    expect(codes(`p{${declaration}}`)).toEqual([])
    expect(css(`p{${declaration}}`)).not.toBe('')
  })
})

test('reports dropped pieces with line and problem', () => {
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
    { line: 1, text: '@import "x.css";', problem: problem('styling.unavailable', { name: '@import' }) },
    { line: 3, text: 'colour: red', problem: problem('styling.unavailable', { name: 'colour' }) },
    { line: 5, text: 'background: url(https://example.com/a.png)', problem: problem('styling.address') },
    { line: 6, text: 'position: fixed', problem: problem('styling.position_unavailable') },
    {
      line: 7,
      text: 'width: blue',
      problem: problem('styling.value_of_property_invalid', { property: 'width' }),
    },
    { line: 9, text: '#top { color: red }', problem: problem('styling.id_selector') },
    { line: 10, text: 'body + p { color: red }', problem: problem('styling.outside_profile') },
    { line: 11, text: 'color: red !important', problem: problem('styling.important_ignored') },
    {
      line: 12,
      text: 'animation: turn 1s',
      problem: problem('styling.keyframes_not_found', { name: 'turn' }),
    },
    { line: 13, text: 'nonsense', problem: problem('styling.invalid') },
  ])
})

test.each([
  ['p{@keyframes k{from{opacity:0}}}', 'styling.keyframes_in_rule'],
  ['@scope (a){@keyframes k{from{opacity:0}}}', 'styling.unavailable'],
  ['@supports (position:fixed){@keyframes k{from{opacity:0}}}', 'styling.position_unavailable'],
])('drops animations whose keyframes are dropped: %s', (source, code) => {
  const { css: rebuilt, dropped } = confineCss(`${source} .x{animation:k 1s;color:red}`, scope)
  expect(rebuilt).toBe('.profile-abc.profile-abc .x{color:red}\n')
  expect(dropped.map((one) => one.problem.code)).toEqual([code, 'styling.keyframes_not_found'])
})
