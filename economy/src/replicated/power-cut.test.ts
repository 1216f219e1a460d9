import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordCuts } from '@baseplate/platform/testing/power-cut'
import { expect, onTestFinished, test } from 'vitest'
import { markMoved, movedPath } from '../ledger/moved.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'
import { copyLedger, importLedger } from './transfer.ts'

const quick = { mayBeAlone: true, onProgress: () => undefined, onCaughtUp: () => undefined }

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'economy-cut-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a power cut after a copy from PostgreSQL loses nothing of it, and does not bring back the mark of the move', async () => {
  const url = await sharedLedger()
  const imported = join(emptyFolder(), 'ledger')
  const lines = 'Mint {"To":"a","Amount":1}\n'.repeat(3)
  writeFileSync(imported, lines)
  await importLedger(join(emptyFolder(), 'ledger'), { ...quick, url, path: imported, follow: false })

  const root = emptyFolder()
  const path = join(root, 'economy', 'ledger')
  const cuts = await recordCuts<string>(
    root,
    async (promise) => {
      await copyLedger({ ...quick, url, path, follow: false })
      promise('copied')
      // The mark of an earlier move in the other direction.
      await markMoved(path)
      await copyLedger({ ...quick, url, path, follow: true })
      promise('moved')
    },
    (name) => name.includes('.lock'),
  )
  for (const { promised, kept, writeTo } of cuts) {
    const folder = emptyFolder()
    writeTo(folder)
    const restored = join(folder, 'economy', 'ledger')
    if (promised.length > 0) expect(readFileSync(restored, 'utf8'), `${kept} kept`).toBe(lines)
    if (promised.length > 1) expect(existsSync(movedPath(restored)), `${kept} kept`).toBe(false)
  }
})
