import type { Constant } from '../call.ts'

/** A call that a file of the operator describes. */
export interface OwnConstant extends Constant {
  /** As Hono writes it, in lower case; `/*` at its end stands for everything below. */
  path: string
}

/** A mistake in a file. Its message completes the sentence "The file … is broken: …". */
export class BrokenConstants extends Error {}

const keys: ReadonlySet<string> = new Set(['path', 'body', 'type', 'status'])
const maxPathLength = 200
const pathPattern = /^(?:\/(?!\.+(?:\/|$))[\w.~-]+)+(?:\/\*)?$/
const typePattern = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w-]+)*$/

/**
 * Reads a file of constants: docs/game-clients.md#constants.
 *
 * @throws BrokenConstants
 */
export function parseConstants(text: string): OwnConstant[] {
  const list = jsonOf(text)
  if (!Array.isArray(list)) throw new BrokenConstants('it must be a list of calls, in square brackets')
  return list.map((call: unknown, index) => {
    const problem = problemOf(call)
    if (problem !== undefined) throw new BrokenConstants(`call ${index + 1} ${problem}`)
    return constantOf(call as Written)
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BrokenConstants(`it is not JSON: ${(error as Error).message}`)
  }
}

interface Written {
  path: string
  /** Text, or a value that is sent as JSON. */
  body?: unknown
  type?: string
  status?: number
}

function constantOf({ path, body = '', type, status }: Written): OwnConstant {
  const isText = typeof body === 'string'
  return {
    path: path.toLowerCase(),
    body: isText ? body : JSON.stringify(body),
    type: type ?? (isText ? 'text/plain' : 'application/json'),
    ...(status !== undefined && { status }),
  }
}

/** Returns what is wrong with a call; undefined when nothing is. */
function problemOf(call: unknown): string | undefined {
  if (typeof call !== 'object' || call === null || Array.isArray(call)) return 'must be an object'
  const unknown = Object.keys(call).find((key) => !keys.has(key))
  if (unknown !== undefined)
    return `has an unknown key ${JSON.stringify(unknown)}; use ${[...keys].join(', ')}`
  const { path, type, status } = call as Partial<Record<keyof Written, unknown>>
  if (typeof path !== 'string' || path.length > maxPathLength || !pathPattern.test(path))
    return 'needs a path such as /Game/Example.ashx or /Example/*, without query and without a slash at its end'
  if (type !== undefined && !(typeof type === 'string' && typePattern.test(type)))
    return 'has a type that is not one such as text/plain or application/json'
  if (status !== undefined && !isStatus(status))
    return 'has a status that is not from 200 to 299 or 400 to 599'
  return undefined
}

const isStatus = (status: unknown): boolean =>
  Number.isInteger(status) && [2, 4, 5].includes(Math.trunc(Number(status) / 100))
