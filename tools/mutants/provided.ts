import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { providedVariable } from './services.ts'

/** Provides what `startServices` has started. */
export default function setup(project: TestProject): void {
  const provided = JSON.parse(process.env[providedVariable] ?? '{}') as ProvidedContext
  project.provide('postgresUrl', provided.postgresUrl)
  project.provide('templateDirectory', provided.templateDirectory)
  project.provide('templateDatabase', provided.templateDatabase)
}
