import type { Sender } from '../accounts/use-case.ts'

/** Where the requests of tests come from. */
export const sender: Sender = { address: '127.0.0.1', userAgent: '', locale: 'en', sessionToken: '' }
