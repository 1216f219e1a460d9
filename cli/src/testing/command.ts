import { vi } from 'vitest'
import { run } from '../program.ts'

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/**
 * Runs a command other than a service, in this process. A process of its own would load the product's modules for each command,
 * which takes most of its time.
 */
export async function runHere(args: string[], environment: Record<string, string>): Promise<Ended> {
  const output = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text, ...more) => {
      output[name] += String(text)
      for (const done of more) if (typeof done === 'function') done()
      return true
    }),
  )
  const { env, send } = process
  process.env = environment
  // The command would report its failure to the parent of this process.
  Object.assign(process, { send: undefined })
  try {
    await run(args)
    return { code: Number(process.exitCode ?? 0), ...output }
  } finally {
    process.exitCode = undefined
    process.env = env
    Object.assign(process, { send })
    for (const spy of spies) spy.mockRestore()
  }
}
