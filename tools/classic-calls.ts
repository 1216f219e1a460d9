/**
 * `node tools/classic-calls.ts` writes docs/reference/classic-calls.md: every call of classic clients, from the table in
 * `client-api/src/classic/`. `tools/prepare.mjs` runs it, because the page is not committed.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ClassicCall } from '@baseplate/client-api/classic/call'
import { classicCalls } from '@baseplate/client-api/classic/calls'

const credentials: Record<ClassicCall['credential'], string> = {
  none: '',
  session: 'session cookie',
  server: 'ticket of the game server',
  ticket: 'ticket of the call',
}

const sources: Record<ClassicCall['source'], string> = {
  documentation: 'documentation',
  scripts: 'scripts',
  servers: 'open servers',
  operator: 'operator',
}

/** Describes every classic call, as a page of Markdown. */
export const describeClassicCalls = (): string =>
  [
    '# Classic calls',
    '',
    'For makers of game clients and operators: look up which calls of clients, game servers and studios of 2008 to 2018 the platform',
    'answers. [Game clients](../game-clients.md) says what works with which version, and how to add a call. `npm run build` writes this page',
    'from [the table](../../client-api/src/classic/calls.ts).',
    '',
    'Paths and names of parameters match in any letter case, with doubled slashes, with a slash at the end, and at every host of',
    '[`Client.Hosts`](configuration-keys.md). `.ashx` may be left out. A name in braces stands for a part of the path, and `*` for the rest.',
    '',
    'A constant response never depends on the request. A request body of up to 1 MiB is dropped, and a larger one is 413. All constant',
    'calls of one address to all site processes are 429 after 600 in a minute. Operators [replace constants](../game-clients.md#constants).',
    '',
    'Forms of calls are known from public documentation, from scripts that sites served in these years, and from open servers that',
    'real clients talk to.',
    '',
    '| Call | Methods | Credential | Response | Known from |',
    '| --- | --- | --- | --- | --- |',
    ...classicCalls.map(rowOf).toSorted(),
    '',
  ].join('\n')

function rowOf(call: ClassicCall): string {
  const { paths, methods, credential, source } = call
  const isShort = (path: string) => paths.includes(`${path}.ashx`)
  const written = paths.filter((path) => !isShort(path)).map((path) => `\`${shown(path)}\``)
  return `| ${written.join(', ')} | ${methods.join(', ')} | ${credentials[credential]} | ${responseOf(call)} | ${sources[source]} |`
}

/** Returns a pattern of Hono as this documentation writes paths. */
const shown = (pattern: string): string =>
  pattern.replaceAll(/:(\w+)(?:\{([^}]*)\})?/g, (_, name: string, expression = '') =>
    expression.endsWith('\\.ashx') ? `{${name}}.ashx` : `{${name}}`,
  )

function responseOf({ constant, respond }: ClassicCall): string {
  if (!constant) return respond ? 'made for the request' : 'see the [client protocol](client-protocol.md)'
  const { status = 200, type, body, signed } = constant
  if (signed) return 'constant: a signed empty script'
  if (body === '') return 'constant: empty'
  const sent = type.startsWith('text/html') ? 'a page' : `\`${body.replaceAll('|', '\\|')}\``
  return `constant: ${sent}${status === 200 ? '' : ` with ${status}`}`
}

if (import.meta.main)
  writeFileSync(resolve(import.meta.dirname, '../docs/reference/classic-calls.md'), describeClassicCalls())
