import type { Sender } from '../accounts/use-case.ts'
import { device } from './people.ts'

/** Where the requests of tests come from. */
export const sender: Sender = { ...device, locale: 'en', sessionToken: '' }
