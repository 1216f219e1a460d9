import { existsSync } from 'node:fs'
import { findProgram } from '@baseplate/orchestrator/command'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { type Finding, fault, ok, warning } from './finding.ts'

/** Requirements of sandboxes on the machine. */
interface SandboxNeeds {
  hasProgram: (name: string) => boolean
  /** Whether systemd is running, which `systemd-run` asks for a scope. */
  runsSystemd: () => boolean
}

const thisMachine: SandboxNeeds = {
  hasProgram: (name) => findProgram(name) !== undefined,
  // As in sd_booted(3).
  runsSystemd: () => existsSync('/run/systemd/system'),
}

/** Checks that game servers, which run scripts of makers, cannot read the platform's own files. */
export function checkIsolation(
  { Orchestrator: { Command, User, Sandbox } }: Config,
  machine: SandboxNeeds = thisMachine,
): Finding {
  if (!Command) return ok('not needed: no game servers are started here')
  if (Sandbox === 'none' && User === undefined) {
    return warning(
      'game servers run as the platform’s own user, and can read its keys and its database',
      'Set Orchestrator.Sandbox or Orchestrator.User: docs/operating/isolation.md.',
    )
  }
  if (Sandbox === 'none') return ok(`user ${User}`)
  if (!machine.hasProgram('bwrap')) {
    return fault(`${Sandbox} needs the program bwrap`, 'Install it: apt install bubblewrap.')
  }
  if (Sandbox === 'systemd-run' && !(machine.hasProgram('systemd-run') && machine.runsSystemd())) {
    return fault('systemd-run needs systemd, which is not running', "Set Orchestrator.Sandbox to 'bwrap'.")
  }
  return ok(User === undefined ? Sandbox : `${Sandbox}, user ${User}`)
}
