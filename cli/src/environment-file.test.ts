import { expect, test } from 'vitest'
import { parseEnvironmentFile } from './environment-file.ts'

test.each([
  [
    'plain values, without the blanks around them',
    'A=1\n  B = two words \t\nC=',
    { A: '1', B: 'two words', C: '' },
  ],
  ['comments at the beginning of a line only', '# A=1\n ; B=2\nC=a # b ; c\n', { C: 'a # b ; c' }],
  [
    'quotes, in parts and over several lines',
    `A='a "b" $C \\'\nB="x \\"y\\" \\$z \\n"\nC='a' "b"\nD="1\n2"`,
    {
      A: 'a "b" $C \\',
      B: 'x "y" $z \\n',
      C: 'ab',
      D: '1\n2',
    },
  ],
  ['escapes and continued lines', 'A=a\\ b\\\\c\\\n d\nB=end\\ ', { A: 'a b\\c d', B: 'end ' }],
  ['no expansion, and quotes inside a value', 'A=$HOME/"x"\nB=`ls`', { A: '$HOME/"x"', B: '`ls`' }],
  ['lines without a variable', 'nothing\nexport A=1\n1B=2\nC=3', { C: '3' }],
  ['Windows line ends', 'A=1\r\nB="2"\r\n', { A: '1', B: '2' }],
  ['the last of two values', 'A=1\nA=2', { A: '2' }],
])('reads %s', (_, text, variables) => {
  expect(parseEnvironmentFile(text)).toEqual(variables)
})
