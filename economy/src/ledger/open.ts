import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LedgerEvent } from '../../contract.ts'
import { Book } from './book.ts'
import { EconomyFault, systemFault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { lockLedger } from './lock.ts'
import { Log, type LogFile, WRITES_SYNC } from './log.ts'
import { replay } from './replay.ts'
import type { TornTail } from './whole-lines.ts'

/** Only the operator may read who paid whom. */
const PRIVATE = 0o600

/** Append mode: wherever a write goes wrong, the next one is at the end of what is there. */
const FLAGS =
  constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (WRITES_SYNC ? constants.O_DSYNC : 0)

export interface OpenLedger {
  ledger: Ledger
  /** How many events the file held. */
  events: number
  /** Where the torn tail of the file was saved, when there was one. */
  tornTailFile: string | undefined
  /** Answers what the ledger has accepted, then leaves the file to others. */
  close: () => Promise<void>
}

export interface OpenOptions {
  /** See `LedgerOptions.onAccepted`. */
  onAccepted: (events: readonly LedgerEvent[]) => void
  /** See `LedgerOptions.onFailure`. */
  onFailure: (error: unknown) => void
  /** Unix time in milliseconds; the system's clock when absent. */
  now?: (() => number) | undefined
  /** Stands between the ledger and its file: tests let a disk fail or a process die there. */
  logFile?: ((file: FileHandle) => LogFile) | undefined
}

/**
 * Locks, reads and opens a ledger file, which is made when it is not there.
 *
 * @throws EconomyFault when another process holds it, it is invalid, or it cannot be read or written
 */
export async function openLedger(
  ledgerFile: string,
  { onAccepted, onFailure, now = Date.now, logFile = (file) => file }: OpenOptions,
): Promise<OpenLedger> {
  const path = await ledgerPath(ledgerFile)
  const unlock = lockLedger(path)
  let file: FileHandle | undefined
  try {
    file = await open(path, FLAGS, PRIVATE)
    const book = new Book(file)
    const tail = await replay(file, book)
    const tornTailFile = tail.bytes.length === 0 ? undefined : await cutTail(file, path, tail)
    // A power cut must lose neither the file's name nor what an earlier process wrote and this one has counted.
    await file.datasync()
    await syncDirectory(path)
    const ledger = new Ledger({
      book,
      log: new Log(logFile(file), tail.offset),
      onAccepted,
      onFailure,
      now,
    })
    return { ledger, events: book.history.length, tornTailFile, close: () => close(ledger, file, unlock) }
  } catch (error) {
    await file?.close()
    unlock()
    throw error instanceof EconomyFault ? error : systemFault(`cannot open the ledger ${path}`, error)
  }
}

/** The ledger's true path, so that a link to it does not lead around its lock. */
async function ledgerPath(ledgerFile: string): Promise<string> {
  try {
    await mkdir(dirname(ledgerFile), { recursive: true })
  } catch (error) {
    throw systemFault(`cannot make the directory of the ledger ${ledgerFile}`, error)
  }
  return realpath(ledgerFile).catch(() => ledgerFile)
}

/** Saves a torn tail beside the ledger before cutting it off: it was never acknowledged, but somebody may look for it. */
async function cutTail(file: FileHandle, path: string, tail: TornTail): Promise<string> {
  const saved = `${path}.torn-${tail.offset}-${Date.now()}`
  const copy = await open(saved, 'wx', PRIVATE)
  try {
    await copy.writeFile(tail.bytes)
    await copy.datasync()
  } finally {
    await copy.close()
  }
  await syncDirectory(path)
  await file.truncate(tail.offset)
  return saved
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(dirname(path), 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function close(ledger: Ledger, file: FileHandle | undefined, unlock: () => void): Promise<void> {
  await ledger.close()
  await file?.close()
  unlock()
}
