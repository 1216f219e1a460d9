import type { Config } from '@baseplate/platform/foundation/config/schema'
import { verify } from '../backup/verify.ts'
import { print } from '../print.ts'
import { showProgress } from '../progress.ts'

/** `baseplate verify`: docs/operating/backup.md. The exit code is 1 when there is a fault. @throws CannotStart */
export async function runVerify(config: Config): Promise<void> {
  const progress = showProgress()
  try {
    for await (const { what, summary, faults } of verify(config, progress)) {
      progress.end()
      await print(`${faults.length === 0 ? 'ok   ' : 'FAULT'}  ${what}: ${summary}\n`)
      for (const fault of faults) await print(`         ${fault}\n`)
      if (faults.length > 0) process.exitCode = 1
    }
  } finally {
    progress.end()
  }
}
