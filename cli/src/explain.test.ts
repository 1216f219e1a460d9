import { access } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { LedgerUnavailable } from '@baseplate/economy/fault'
import { CannotStart } from '@baseplate/service/cannot-start'
import { expect, test } from 'vitest'
import { wordsOf } from './explain.ts'

test("explains an operator's mistake in one sentence, and a defect of the product with its trace", async () => {
  expect(wordsOf(new CannotStart('The port is in use.'))).toBe('The port is in use.')
  expect(wordsOf(new LedgerUnavailable('permission denied for table ledger_epoch'))).toBe(
    'The ledger in PostgreSQL cannot be used: permission denied for table ledger_epoch. Run `baseplate doctor`.',
  )
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(wordsOf(full)).toBe(
    'The disk is full. Free some space and try again. (ENOSPC: no space left on device, write)',
  )
  const denied = Object.assign(new Error("EACCES: permission denied, open '/root/a.tar'"), { code: 'EACCES' })
  expect(wordsOf(denied)).toBe(
    `Permission denied for the user ${userInfo().username}. Choose a path that ${userInfo().username} can use, or run the command as the user who owns it. (EACCES: permission denied, open '/root/a.tar')`,
  )
  const ours = await access('/nothing/there').catch((error: unknown) => error)
  expect(wordsOf(ours)).toMatch(/^Error: ENOENT.*\n +at /)
  expect(wordsOf('a word')).toBe('a word')
})
