import { EconomyFault, runEconomy } from '../main.ts'

/**
 * Runs the service as a process of its own, on a free port that its first line of output ends with:
 * `node serve.ts <ledger file>`.
 */
const [ledgerFile = ''] = process.argv.slice(2)
try {
  const economy = await runEconomy({ ledgerFile, host: '127.0.0.1', port: 0, log: () => undefined })
  process.stdout.write(`${economy.port}\n`)
  process.once('SIGTERM', () => economy.close().then(() => process.exit(0)))
} catch (error) {
  if (!(error instanceof EconomyFault)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
