import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryLedger } from '../../testing/service.ts'
import { Chain } from './chain.ts'
import { FileLog, type LogFile } from './file-log.ts'

/** Opens a real file like a ledger, with calls that the test can make fail. */
async function faultyFile() {
  const path = temporaryLedger()
  const file = await open(path, 'a+')
  onTestFinished(() => file.close())
  const faults: { [call in keyof LogFile | 'sync']?: boolean } = {}
  const check = (call: keyof typeof faults) => {
    if (faults[call]) throw new Error(`EIO: ${call}`)
  }
  const faulty = new Proxy(file, {
    get(target, name) {
      if (name === 'write') {
        // Writes a part before it fails, like a disk that fills up.
        return async (bytes: Buffer, offset: number) => {
          if (faults.write && offset > 0) check('write')
          const written = await target.write(bytes, offset, faults.write ? 3 : bytes.length - offset)
          // Writes everything, then reports that it is not on disk.
          check('sync')
          return written
        }
      }
      if (name === 'datasync' || name === 'truncate') {
        return async (size?: number) => {
          check(name)
          return name === 'truncate' ? target.truncate(size) : target.datasync()
        }
      }
      return Reflect.get(target, name, target)
    },
  })
  const chain = await Chain.beside(path)
  return {
    log: new FileLog(faulty, chain, () => undefined),
    faults,
    content: () => readFileSync(path, 'utf8'),
  }
}

test.each(['write', 'sync'] as const)('leaves nothing of an append after a failed %s', async (call) => {
  const { log, faults, content } = await faultyFile()
  await log.append(Buffer.from('first\n'))
  faults[call] = true
  await expect(log.append(Buffer.from('second\n'))).rejects.toThrow(`EIO: ${call}`)
  expect([content(), log.size]).toEqual(['first\n', 6])
  faults[call] = false
  await log.append(Buffer.from('third\n'))
  expect([content(), log.size]).toEqual(['first\nthird\n', 12])
})

test('appends nothing while the remains of a failed append cannot be cut off', async () => {
  const { log, faults, content } = await faultyFile()
  await log.append(Buffer.from('first\n'))
  faults.write = true
  faults.truncate = true
  await expect(log.append(Buffer.from('second\n'))).rejects.toThrow('EIO: write')
  faults.write = false
  await expect(log.append(Buffer.from('third\n'))).rejects.toThrow('EIO: truncate')
  expect(content()).toBe('first\nsec')
  faults.truncate = false
  await log.append(Buffer.from('fourth\n'))
  expect(content()).toBe('first\nfourth\n')
})

test('closes with the remains of a failed append cut off', async () => {
  const { log, faults, content } = await faultyFile()
  await log.append(Buffer.from('first\n'))
  faults.sync = true
  faults.truncate = true
  await expect(log.append(Buffer.from('second\n'))).rejects.toThrow('EIO: sync')
  expect(content()).toBe('first\nsecond\n')
  faults.truncate = false
  await log.close()
  expect(content()).toBe('first\n')
})

test('closes without a cut after a complete append, because nothing must shorten acknowledged events', async () => {
  const { log, faults, content } = await faultyFile()
  await log.append(Buffer.from('first\n'))
  faults.truncate = true
  await log.close()
  expect(content()).toBe('first\n')
})
