import type { z } from 'zod'
import type { foundationConfig } from './groups.ts'

/** Values of the configuration keys in `Groups`. */
export type Configured<Groups extends z.ZodRawShape> = z.output<z.ZodObject<Groups>>

/** Limits per user or access token. Each domain adds its keys in its `config.ts`. */
export interface ConfiguredLimits extends Record<never, number> {}

/** The configuration of a running product: file and environment. Each domain adds its keys in its `config.ts`. */
export interface Config extends Configured<typeof foundationConfig> {
  Limits: ConfiguredLimits
  port: number
  host: string
  /** Number of processes that serve the site on its port. */
  workers: number
  /** The site's public address, without a slash at its end. */
  baseUrl: string
  dataDirectory: string
  /** Remembers the platform of the data directory, outside of it. */
  markerFile?: string | undefined
  databaseUrl?: string | undefined
  /** PostgreSQL itself, if `databaseUrl` is a pooler. */
  databaseListenUrl?: string | undefined
  /** Object storage of users' and the operator's files; absent: the data directory. */
  filesUrl?: string | undefined
  /** File of the key that signs scripts, instead of the one that the product makes. */
  signingKeyFile?: string | undefined
  /** File of the key that encrypts secrets of authenticator apps, instead of the one that the product makes. */
  totpKeyFile?: string | undefined
  emailPassword?: string | undefined
  /** Secrets of identity providers, by `Id`: a value, or a file that has it. */
  signInSecrets: Readonly<Record<string, { value?: string | undefined; file?: string | undefined }>>
  /** Bearer key of `/health`, `/ready` and `/metrics`. */
  metricsKey?: string | undefined
  /** Key of proxies in `TrustedProxies`; absent: their address is enough. */
  proxyKey?: string | undefined
  economy: {
    url: string
    /** `ECONOMY_URL` names a service that runs elsewhere, so `baseplate start` starts none. */
    elsewhere: boolean
    host: string
    port: number
    key?: string | undefined
    /** Addresses of further processes of the service, one of which writes. */
    others?: readonly string[]
    /** Whether pages may show balances and histories that are a second old. */
    readsOnStandby?: boolean
    /** Address at which the service's other processes reach this machine's. */
    selfUrl?: string | undefined
    /** Connection string of the ledger in PostgreSQL; absent: a file. */
    ledgerUrl?: string | undefined
    /** Whether the ledger's server may do without a synchronous standby. */
    ledgerAlone?: boolean
    replay?: 'snapshot' | 'full'
  }
  orchestrator: {
    /** Address that the status feed listens on. */
    host: string
    port: number
    /** Bearer key of the private API. */
    key?: string | undefined
  }
}
