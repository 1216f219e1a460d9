import { expect, test } from 'vitest'
import { hashEnd, hashStart, hashStep, hashText } from './hash.ts'

test.each(['', 'user:1', 'josé', '玩家', 'a𝄞b'])('hashes %j as loops over its bytes do', (text) => {
  let hash = hashStart
  for (const byte of Buffer.from(text)) hash = hashStep(hash, byte)
  expect(hashText(text)).toBe(hashEnd(hash))
})
