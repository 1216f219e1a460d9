import { OrchestratorFault, type OrchestratorOptions, runOrchestrator } from '../main.ts'

/** Runs the orchestrator in this process with the options of its argument, as JSON. Prints its ports. */
const options: OrchestratorOptions = JSON.parse(process.argv[2] ?? '{}')
try {
  const orchestrator = await runOrchestrator({ ...options, log: () => undefined })
  process.stdout.write(`${orchestrator.privatePort} ${orchestrator.publicPort}\n`)
  process.once('SIGTERM', () => orchestrator.close().then(() => process.exit(0)))
} catch (error) {
  if (!(error instanceof OrchestratorFault)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
