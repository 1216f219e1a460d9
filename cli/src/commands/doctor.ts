import type { Config } from '@baseplate/platform/foundation/config/schema'
import { withKeys } from '@baseplate/platform/installation/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { examine } from '../doctor/doctor.ts'
import type { Finding } from '../doctor/finding.ts'
import { mailTo } from '../doctor/mail.ts'
import { print } from '../print.ts'
import { requireThemes } from '../themes.ts'

/**
 * `baseplate doctor`: docs/operating/watching.md. The exit code is 1 when something keeps the product from working.
 *
 * @param mail address of a test mail, which replaces the checks.
 */
export async function runDoctor(load: () => Promise<Config>, mail?: string): Promise<void> {
  const config = await loadChecked(load).catch(async (error: unknown) => {
    if (!(error instanceof CannotStart)) throw error
    await printFinding('configuration', {
      verdict: 'fault',
      summary: error.message,
      advice: 'Correct it, then run the doctor again.',
    })
  })
  if (!config) return
  if (mail !== undefined) return printFinding('test mail', await mailTo(config, mail))
  // An unreadable key is reported with the other secrets.
  const withItsKeys = await withKeys(config).catch(() => config)
  await printFinding('configuration', { verdict: 'ok', summary: 'every key is valid' })
  for await (const { what, ...finding } of examine(withItsKeys)) await printFinding(what, finding)
}

async function loadChecked(load: () => Promise<Config>): Promise<Config> {
  const config = await load()
  await requireThemes(config)
  return config
}

const signs = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' }

async function printFinding(what: string, { verdict, summary, advice }: Finding): Promise<void> {
  await print(`${signs[verdict]}  ${what}: ${summary}\n${advice ? `         -> ${advice}\n` : ''}`)
  if (verdict === 'fault') process.exitCode = 1
}
