/**
 * Makes the password hashes of tests take a hundredth of their time. Tests register thousands of users, and few tests depend on
 * the work of a hash. Hashes keep their format, and those with other parameters are made as usual.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
let quick = true

crypto.argon2 = (algorithm, parameters, done) => {
  const { memory, passes } = parameters
  const isCurrent = memory === 7_168 && passes === 5
  argon2(algorithm, quick && isCurrent ? { ...parameters, memory: 64, passes: 1 } : parameters, done)
}
syncBuiltinESMExports()

/** Makes hashes with all of their work until the returned function is called. */
export function makeSlowHashes(): () => void {
  quick = false
  return () => {
    quick = true
  }
}
