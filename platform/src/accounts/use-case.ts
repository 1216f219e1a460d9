import type { z } from 'zod'
import { InvalidFields, Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { type Actor, permissionLevel, type TokenScope } from './rules.ts'

/**
 * The scope that an access token needs. `browser` refuses access tokens, because the use case is about the account, its sessions or
 * its browser, shows secrets or needs a fresh proof.
 */
export type Access = TokenScope | 'browser'

/** Access and input of a use case. Pages, access tokens and the description of the API read it. */
export interface Operation {
  /** Sentences for the description of the API. */
  summary: string
  scope: Access
  /** Minimum permission level. Undefined: visitors are let in, too. */
  level?: number | undefined
  /** Whether users have to prove their identity again shortly before. The verb checks it. */
  proof?: boolean | undefined
  /** The schema of its input, as it arrives. Some schemas depend on the configuration. */
  input?: InputOf<never>
  /** The file that comes with its input. */
  file?: FormFile<never>
}

/** A small file that a form may bring, which is read into memory. */
export interface FormFile<Needs> {
  /** The field of the input, whose schema is `sentFile`. */
  field: string
  maxBytes: number
  /** Checks what can be known before the file arrives. @throws Refused */
  permit?: (platform: Needs, actor: Actor) => Promise<void>
  /** Checks the file when other fields are invalid, so that one refusal names both. @throws InvalidFields; Refused */
  check?: (platform: Needs, actor: Actor, input: Fields) => Promise<unknown>
}

/** The fields that arrived, by their names. */
export type Fields = Readonly<Record<string, unknown>>

type InputOf<Needs> = z.ZodType | ((platform: Needs) => z.ZodType | Promise<z.ZodType>)

/** Where a request comes from, for use cases that record it or limit it. */
export interface Sender {
  address: string
  userAgent: string
  /** Whether the request comes from the machine of a site that only this machine reaches. */
  isOwnMachine?: boolean
  /** The language of the response. */
  locale: string
  /** The token of the session; empty without one. */
  sessionToken: string
  /** The token of a browser that is signing in: it has given a password, or is asked for a passkey. */
  signInToken?: string | undefined
  /** The token of a browser that signs in at an identity provider. */
  providerToken?: string | undefined
}

/** A verb names the parts of the sender that it needs. */
type From = readonly [] | readonly [sender: Partial<Sender>]

/**
 * An operation that people and programs can request. A call checks the actor's level, parses the input, and runs the verb.
 *
 * @throws Refused `forbidden`; InvalidFields; errors of the verb
 */
export interface UseCase<Needs, Who, Sent extends From, Result> extends Operation {
  file?: FormFile<Needs>
  (platform: Needs, actor: Who, input?: Fields, ...from: Sent): Promise<Result>
}

interface Stated<Needs, Who, Schema extends z.ZodType> {
  summary: string
  scope: Access
  proof?: boolean
  /** Refuses an actor before the input is checked, so that users learn first what is not theirs. @throws Refused; InvalidFields */
  permit?: (platform: Needs, actor: Who, input: Fields) => Promise<unknown>
  input: Schema | ((platform: Needs) => Schema | Promise<Schema>)
}

/** Options of use cases that are only for signed-in users. */
interface OfUsers<Needs> {
  level?: number
  file?: FormFile<Needs>
}

/** States a use case of signed-in users, or of users of a level and above. Its verb gets typed input. */
export function useCase<Needs, Schema extends z.ZodType, Sent extends From, Result>(
  { level = permissionLevel.user, permit, file, ...stated }: Stated<Needs, Actor, Schema> & OfUsers<Needs>,
  run: (platform: Needs, actor: Actor, input: z.output<Schema>, ...from: Sent) => Promise<Result>,
): UseCase<Needs, Actor, Sent, Result> {
  const perform = async (platform: Needs, actor: Actor, input: Fields = {}, ...from: Sent) => {
    if (actor.permissionLevel < level) throw new Refused('site.level_too_low')
    await permit?.(platform, actor, input)
    const typed = await parsed(stated, platform, input).catch((error: unknown) =>
      refuse(error, () => file?.check?.(platform, actor, input)),
    )
    return run(platform, actor, typed, ...from)
  }
  return Object.assign(perform, { ...stated, level, ...(file && { file }) })
}

/** States a use case that visitors have, too. */
export function openUseCase<Needs, Schema extends z.ZodType, Sent extends From, Result>(
  { permit, ...stated }: Stated<Needs, Actor | null, Schema>,
  run: (platform: Needs, actor: Actor | null, input: z.output<Schema>, ...from: Sent) => Promise<Result>,
): UseCase<Needs, Actor | null, Sent, Result> {
  const perform = async (platform: Needs, actor: Actor | null, input: Fields = {}, ...from: Sent) => {
    await permit?.(platform, actor, input)
    return run(platform, actor, await parsed(stated, platform, input), ...from)
  }
  return Object.assign(perform, stated)
}

const parsed = async <Needs, Schema extends z.ZodType>(
  { input: schema }: Pick<Stated<Needs, never, Schema>, 'input'>,
  platform: Needs,
  input: Fields,
) => parseInput(typeof schema === 'function' ? await schema(platform) : schema, input)

/** Throws the problems of invalid fields together with those of their file. */
async function refuse(error: unknown, checkFile: () => Promise<unknown> | undefined): Promise<never> {
  if (!(error instanceof InvalidFields)) throw error
  try {
    await checkFile()
  } catch (ofFile) {
    if (!(ofFile instanceof InvalidFields)) throw ofFile
    throw new InvalidFields({ ...ofFile.problems, ...error.problems })
  }
  throw error
}
