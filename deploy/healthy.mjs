/**
 * Whether the site of this installation responds, for `deploy/upgrade`. Exits with 0 if it does. It reads the services' environment file
 * for the port, the address and the key.
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnvironmentFile } from '../cli/src/environment-file.ts'

const file = process.env.BASEPLATE_ENVIRONMENT || '/etc/baseplate/environment'
if (existsSync(file)) Object.assign(process.env, parseEnvironmentFile(readFileSync(file, 'utf8')))
await import('./containers/healthy.mjs')
