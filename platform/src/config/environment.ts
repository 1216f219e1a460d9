import { parseS3Location } from '@baseplate/storage/s3-files/location'
import { z } from 'zod'
import { address, port, sandboxes, text, workers } from '../foundation/config/values.ts'
import { ledgerUrl, postgresUrl } from './postgres-url.ts'

/** One address, or several separated by commas. */
const addresses = text
  .transform((list) => list.split(',').map((each) => each.trim().replace(/\/+$/, '')))
  .pipe(z.array(address).min(1))

const filesUrl = text.refine(
  (address) => parseS3Location(address) !== undefined,
  'use s3://bucket, s3://bucket/prefix or s3://bucket/prefix?pathStyle=true',
)

/** Secrets and values of one machine: docs/reference/environment.md. */
export const environmentSchema = z.object({
  PORT: z.coerce.number().pipe(port).default(3000),
  HOST: text.default('127.0.0.1'),
  BASE_URL: address.optional(),
  WORKERS: workers.default(1),
  BASEPLATE_DATA: text.default('./data'),
  BASEPLATE_MARKER: text.optional(),
  ECONOMY_PORT: z.coerce.number().pipe(port).default(2009),
  ECONOMY_HOST: text.default('127.0.0.1'),
  ECONOMY_URL: addresses.optional(),
  ECONOMY_SELF_URL: address.optional(),
  ECONOMY_READ: z.enum(['writer', 'standby']).default('writer'),
  LEDGER_URL: ledgerUrl.optional(),
  LEDGER_ALONE: z.stringbool().default(false),
  ECONOMY_KEY: text.optional(),
  ECONOMY_REPLAY: z.enum(['snapshot', 'full']).default('snapshot'),
  ORCHESTRATOR_HOST: text.optional(),
  ORCHESTRATOR_PORT: z.coerce.number().pipe(port).optional(),
  ORCHESTRATOR_KEY: text.optional(),
  ORCHESTRATOR_SANDBOX: z.enum(sandboxes).optional(),
  EMAIL_PASSWORD: text.optional(),
  METRICS_KEY: text.optional(),
  PROXY_KEY: text.min(16).optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  FILES_URL: filesUrl.optional(),
  SIGNING_KEY_FILE: text.optional(),
  TOTP_KEY_FILE: text.optional(),
})

export type Environment = z.output<typeof environmentSchema>
