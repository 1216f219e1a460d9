import type { ChildProcess } from 'node:child_process'

/**
 * Asks a process to end, and kills it after the grace. Resolves when it is gone.
 *
 * @param ask a signal, or a function that asks in another way
 */
export async function endProcess(
  child: ChildProcess,
  ask: NodeJS.Signals | (() => void),
  graceMs: number,
): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (typeof ask === 'string') child.kill(ask)
  else ask()
  const patience = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(patience)
}
