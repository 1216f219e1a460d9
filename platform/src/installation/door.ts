import type {} from './tables.ts'

export { prepareDataDirectory } from './data-directory.ts'
export {
  findOrMakeInstallationSecret,
  findOrMakeSecret,
  findSecret,
  listSecretNames,
  listSecrets,
  removeInstallationSecret,
  setSecret,
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
export { readOrMakeSecret, readSecret } from './secret-file.ts'
