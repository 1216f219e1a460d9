import { vi } from 'vitest'

/** What is waited for takes as long as the machine is busy; Vitest's own second is for quick ones. */
const patience = 20_000

const { waitFor } = vi
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: patience, ...options })
