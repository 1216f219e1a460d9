import { z } from 'zod'

/** A required yes or no of a form: `true`, `on`, `1` and `false`, `off`, `0` (decisions, section 2). */
export const flag = z
  .enum(['true', 'on', '1', 'false', 'off', '0'], { error: 'Choose yes or no' })
  .transform((value) => value === 'true' || value === 'on' || value === '1')
