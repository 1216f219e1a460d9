import { spawnSync } from 'node:child_process'

/** Why this machine cannot run game servers in a sandbox; undefined if it can. Containers and chroots often refuse it. */
function refusal(): string | undefined {
  const trial = ['--unshare-pid', '--ro-bind', '/', '/', 'true']
  const { status, error, stderr } = spawnSync('bwrap', trial, { encoding: 'utf8' })
  if (error) return '`apt install bubblewrap` runs them.'
  return status === 0 ? undefined : `The system does not allow it: ${stderr.trim()}`
}

const reason = refusal()
if (reason !== undefined) console.warn(`Skipped: game servers in a sandbox. ${reason}`)

/** Whether this machine can run game servers in a sandbox. */
export const hasSandbox = reason === undefined
