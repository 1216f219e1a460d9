import type {} from './tables.ts'

export { prepareDataDirectory } from './data-directory.ts'
export {
  findOrMakeInstallationSecret,
  findOrMakeSecret,
  removeInstallationSecret,
  swapSecrets,
} from './installation-secrets.ts'
export { madeKeys, makeKeys, withKeys } from './keys.ts'
export {
  adoptDataDirectory,
  claimDataDirectory,
  refuseOtherFolder,
  rememberRestored,
  requireFilesOf,
} from './platform-id.ts'
export { findSecret, listSecretNames, listSecrets, setSecret } from './queries.ts'
export { readOrMakeSecret, readSecret } from './secret-file.ts'
