import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
/** Without BASE_URL, which the test runner sets and the product would read as a setting. */
const env = { PATH: process.env.PATH }

const main = join(import.meta.dirname, '../main.mjs')

/** Runs `baseplate ledger` on a ledger with these lines, and returns its output by stream. */
async function ledger(lines: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'ledger-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'ledger')
  writeFileSync(file, lines)
  const result = await run(process.execPath, [main, 'ledger', ...args, '--file', file], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return { stdout: result.stdout.replaceAll(file, 'FILE'), stderr: result.stderr.replaceAll(file, 'FILE') }
}

const lines = 'Mint {"To":"a","Amount":3000000}\nBurn {"From":"a","Amount":1}\n'

test('verifies, summarizes and exports a ledger', async () => {
  expect(await ledger(lines, 'verify')).toEqual({
    stdout: 'FILE is valid: 2 events in 62 bytes.\n',
    stderr: '',
  })
  const { stdout } = await ledger(lines, 'stats')
  expect(stdout).toContain('in circulation  2.999999 units\n')
  expect(stdout).toMatch(/^ +2\.999999 units {2}a$/m)
  expect((await ledger(lines, 'export', '--format', 'csv')).stdout.split('\r\n')).toHaveLength(4)
})

test('reports an invalid ledger and unknown arguments in one sentence on stderr', async () => {
  expect(await ledger(`${lines}x\n`, 'verify')).toEqual({
    stdout: '',
    stderr: 'invalid ledger: line 3: does not begin with Transaction, Mint or Burn\n',
  })
  expect((await ledger(lines, 'repair')).stderr).toMatch(/^error: unknown command 'repair'/)
})

test('ends quietly when the reader of its output stops reading', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ledger-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'ledger')
  writeFileSync(file, 'Mint {"To":"a","Amount":3000000}\n'.repeat(100_000))
  const command = `"${process.execPath}" "${main}" ledger export --file "${file}"`
  const { stdout, stderr } = await run('sh', ['-c', `(${command}; echo "exit $?" >&2) | head -n 1`], { env })
  expect([stdout.trim().split('\n').length, stderr]).toEqual([1, 'exit 0\n'])
})

test('says that the disk is full when its output cannot be written', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ledger-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'ledger')
  writeFileSync(file, lines)
  const command = `"${process.execPath}" "${main}" ledger export --file "${file}" > /dev/full`
  await expect(run('sh', ['-c', command], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ENOSPC'),
  })
})
