import { vi } from 'vitest'

/** Maximum wait for a condition on a busy machine. Vitest's default of a second is too short. */
const patience = 60_000

const { waitFor } = vi
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: patience, ...options })
