/**
 * Makes password hashes and signing keys of tests take a hundredth of their time. Tests register thousands of users and start hundreds
 * of platforms, and few depend on the work of a hash or the length of a key. Both keep their format, and those with other parameters
 * are made as usual.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2, generateKeyPair } = crypto
let quick = true

crypto.argon2 = (algorithm, parameters, done) => {
  const { memory, passes } = parameters
  const isCurrent = memory === 7_168 && passes === 5
  argon2(algorithm, quick && isCurrent ? { ...parameters, memory: 64, passes: 1 } : parameters, done)
}

// A proxy keeps the property by which `promisify` knows that there are two results.
crypto.generateKeyPair = new Proxy(generateKeyPair, {
  apply(make, self, [kind, options, done]: [string, { modulusLength?: number }, unknown]) {
    const isCurrent = kind === 'rsa' && options.modulusLength === 2048
    return Reflect.apply(make, self, [kind, quick && isCurrent ? { modulusLength: 1024 } : options, done])
  },
})
syncBuiltinESMExports()

/** Makes hashes and keys with all of their work until the returned function is called. */
export function makeAllWork(): () => void {
  quick = false
  return () => {
    quick = true
  }
}
