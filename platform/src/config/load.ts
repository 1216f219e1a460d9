import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { z } from 'zod'
import type { Config } from '../foundation/config/schema.ts'
import { admitsFromList } from '../places/rules.ts'
import { type Environment, environmentSchema } from './environment.ts'
import { withProfile } from './profile.ts'
import { configSchema } from './schema.ts'
import { shownValue } from './shown-value.ts'

/** Minimum of `SilentSeconds` for game servers that report their presence every 15 seconds. Those of Minetest adapt their interval. */
const silentSecondsMin = 20

/**
 * Reads the configuration file and the environment. Only `ORCHESTRATOR_SANDBOX` overrides a key of the file.
 *
 * @param root folder of `baseplate.config.ts`; `BASEPLATE_CONFIG` names another file.
 * @throws CannotStart with every invalid value.
 */
export async function loadConfig(root: string, environment: NodeJS.ProcessEnv): Promise<Config> {
  const file = resolve(root, environment.BASEPLATE_CONFIG || 'baseplate.config.ts')
  return parseConfig(await importConfig(file), environment, root)
}

/** @throws CannotStart with every invalid value. */
export function parseConfig(written: unknown, environment: NodeJS.ProcessEnv, root: string): Config {
  // Service managers and compose files unset a variable by making it empty.
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const config = configSchema.safeParse(withProfile(written, root))
  const parsed = environmentSchema.safeParse(variables)
  const problems = [...problemsOf(config.error, written), ...problemsOf(parsed.error, variables)]
  if (config.data?.Email.User && parsed.success && !parsed.data.EMAIL_PASSWORD) {
    problems.push('EMAIL_PASSWORD: required when `Email.User` is set')
  }
  if (config.data) problems.push(...contradictionsOf(config.data))
  const signInSecrets = findSignInSecrets(config.data?.SignIn.Providers ?? [], variables, { root, problems })
  if (parsed.data?.DATABASE_LISTEN_URL && !parsed.data.DATABASE_URL) {
    problems.push('DATABASE_URL: required when DATABASE_LISTEN_URL is set')
  }
  if (!config.success || !parsed.success || problems.length > 0) {
    throw new CannotStart(
      ['The configuration is invalid:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
    )
  }
  const env = parsed.data
  return {
    ...config.data,
    Orchestrator: {
      ...config.data.Orchestrator,
      Sandbox: env.ORCHESTRATOR_SANDBOX ?? config.data.Orchestrator.Sandbox,
    },
    port: env.PORT,
    host: env.HOST,
    workers: env.WORKERS,
    baseUrl: spelled(env.BASE_URL ?? `http://localhost:${env.PORT}`),
    dataDirectory: resolve(root, env.BASEPLATE_DATA),
    markerFile: env.BASEPLATE_MARKER && resolve(root, env.BASEPLATE_MARKER),
    databaseUrl: env.DATABASE_URL,
    databaseListenUrl: env.DATABASE_LISTEN_URL,
    filesUrl: env.FILES_URL,
    ...secretsOf(env, root),
    signInSecrets,
    economy: {
      url: spelled(env.ECONOMY_URL?.[0] ?? `http://127.0.0.1:${env.ECONOMY_PORT}`),
      others: env.ECONOMY_URL?.slice(1).map(spelled) ?? [],
      readsOnStandby: env.ECONOMY_READ === 'standby',
      selfUrl: env.ECONOMY_SELF_URL && spelled(env.ECONOMY_SELF_URL),
      ledgerUrl: env.LEDGER_URL,
      ledgerAlone: env.LEDGER_ALONE,
      elsewhere: env.ECONOMY_URL !== undefined,
      host: env.ECONOMY_HOST,
      port: env.ECONOMY_PORT,
      key: env.ECONOMY_KEY,
      replay: env.ECONOMY_REPLAY,
    },
    orchestrator: {
      host: env.ORCHESTRATOR_HOST ?? env.HOST,
      port: env.ORCHESTRATOR_PORT ?? portOf(config.data.Orchestrator.PublicURL),
      key: env.ORCHESTRATOR_KEY,
    },
  }
}

/** Returns the one spelling of an address: scheme and host in lower case, no default port, and no slash at the end. */
const spelled = (url: string): string => new URL(url).href.replace(/\/+$/, '')

/** Returns the secrets of the environment, and the files that have some. */
const secretsOf = (env: Environment, root: string) => ({
  signingKeyFile: env.SIGNING_KEY_FILE && resolve(root, env.SIGNING_KEY_FILE),
  totpKeyFile: env.TOTP_KEY_FILE && resolve(root, env.TOTP_KEY_FILE),
  emailPassword: env.EMAIL_PASSWORD,
  metricsKey: env.METRICS_KEY,
  proxyKey: env.PROXY_KEY,
})

/** Returns a problem for each key whose value another key rules out. */
function contradictionsOf(config: Pick<Config, 'Registration' | 'Email' | 'Engine' | 'Orchestrator'>) {
  return [
    ...(requiresUnverifiable(config)
      ? ['Registration.RequireVerifiedEmail: requires `Registration.Emails` and `Email.Host`']
      : []),
    ...(findsHealthyServersSilent(config)
      ? [
          `Orchestrator.SilentSeconds: at least ${silentSecondsMin} without \`Engine\` \`minetest\`, because other servers report every 15 seconds`,
        ]
      : []),
  ]
}

/** Returns whether accounts need a verified address, and no address can be verified. */
const requiresUnverifiable = ({ Registration, Email }: Pick<Config, 'Registration' | 'Email'>): boolean =>
  Registration.RequireVerifiedEmail.length > 0 && !(Registration.Emails && Email.Host !== undefined)

/** Returns whether servers would be stopped between two reports. */
const findsHealthyServersSilent = ({
  Engine,
  Orchestrator,
}: Pick<Config, 'Engine' | 'Orchestrator'>): boolean =>
  !admitsFromList({ Engine }) && Orchestrator.SilentSeconds < silentSecondsMin

/** Returns the variable with the secret of an identity provider: `SIGN_IN_SECRET_EXAMPLE`. */
const secretVariable = (id: string) => `SIGN_IN_SECRET_${id.toUpperCase().replaceAll('-', '_')}`

/** Finds the secret of each identity provider. Adds a problem for each that has none. */
function findSignInSecrets(
  providers: readonly { Id: string }[],
  variables: NodeJS.ProcessEnv,
  { root, problems }: { root: string; problems: string[] },
): Config['signInSecrets'] {
  const secretOf = (id: string) => {
    const variable = secretVariable(id)
    const file = variables[`${variable}_FILE`]
    if (!variables[variable] && !file)
      problems.push(`${variable}: required for the identity provider \`${id}\``)
    return { value: variables[variable], file: file && resolve(root, file) }
  }
  return Object.fromEntries(providers.map(({ Id }) => [Id, secretOf(Id)]))
}

/** Returns the orchestrator's default port: the public port with http, and a fixed one behind a proxy that serves https. */
function portOf(publicUrl: string): number {
  const { protocol, port } = new URL(publicUrl)
  return protocol === 'http:' ? Number(port || 80) : 64_991
}

async function importConfig(file: string): Promise<unknown> {
  try {
    await access(file)
  } catch {
    throw new CannotStart(`The configuration file ${file} cannot be read.`)
  }
  try {
    const module: { default?: unknown } = await import(pathToFileURL(file).href)
    return module.default ?? {}
  } catch (error) {
    throw new CannotStart(
      `The configuration file ${file} is broken${lineIn(file, error as Error)}: ${(error as Error).message}`,
    )
  }
}

/** Returns ` in line 3` if the stack trace of an error names a line of the file; otherwise an empty text. */
function lineIn(file: string, { stack = '' }: Error): string {
  const at = stack.indexOf(`${file}:`)
  const line = at === -1 ? undefined : /^\d+/.exec(stack.slice(at + file.length + 1))?.[0]
  return line === undefined ? '' : ` in line ${line}`
}

/** Returns a line for each invalid value, with its key and the reason. */
function problemsOf(error: z.ZodError | undefined, input: unknown): string[] {
  return (error?.issues ?? []).flatMap((issue) => {
    const key = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((unknown) => `${key ? `${key}.` : ''}${unknown}: there is no such key`)
    }
    const value = shownValue(issue.path, input)
    const refusal = value === undefined ? '' : `${value} is not allowed: `
    return `${key || 'the file'}: ${refusal}${issue.message}`
  })
}
