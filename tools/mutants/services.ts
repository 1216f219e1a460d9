import startServer from '../../platform/src/testing/postgres-server.ts'
import makeTemplates from '../../platform/src/testing/templates.ts'

type Project = Parameters<typeof makeTemplates>[0]

/** Variable with the values that a test run gets from its global setup, as JSON. */
export const providedVariable = 'MUTANTS_PROVIDED'

/** Starts the PostgreSQL and makes the templates of a test run once, for the tests of all mutants. */
export async function startServices(): Promise<{
  environment: Record<string, string>
  stop: () => Promise<void>
}> {
  const provided: Record<string, unknown> = {}
  const project = {
    provide: (key: string, value: unknown) => {
      provided[key] = value
    },
    getProvidedContext: () => provided,
  } as unknown as Project
  const stopServer = await startServer(project)
  const removeTemplates = await makeTemplates(project)
  return {
    environment: { [providedVariable]: JSON.stringify(provided) },
    stop: async () => {
      await removeTemplates()
      await stopServer()
    },
  }
}
