import { expect, test } from 'vitest'
import { describeClassicCalls } from './classic-calls.ts'

test('describes calls with their paths, credentials and responses', () => {
  const lines = describeClassicCalls().split('\n')
  expect(lines).toContain(
    '| `/game/validate-machine` | GET, POST |  | constant: `{"success":true}` | open servers |',
  )
  expect(lines).toContain(
    '| `/uploadmedia/postimage.aspx` | GET, POST | session cookie | see the [client protocol](client-protocol.md) | scripts |',
  )
  expect(lines).toContain(
    '| `/error/dmp.ashx`, `/error/lua.ashx`, `/error/grid.ashx`, `/error/breakpad.ashx`, `/error/{kind}.ashx` | GET, POST |  | constant: empty | scripts |',
  )
})
