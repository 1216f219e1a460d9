import { EconomyFault, type Replication, runEconomy } from '../main.ts'

/** Runs one of several processes that share a ledger: `node serve-shared.ts <options as JSON>`. Prints its port. */
const replication = JSON.parse(process.argv[2] ?? '') as Replication

try {
  const economy = await runEconomy({
    ledgerFile: '',
    replication,
    host: '127.0.0.1',
    port: 0,
    log: (lines) => process.stderr.write(`${lines.join('\n')}\n`),
  })
  process.stdout.write(`${economy.port}\n`)
  process.once('SIGTERM', () => economy.close().then(() => process.exit(0)))
} catch (error) {
  if (!(error instanceof EconomyFault)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
