import { numbersOf } from '@baseplate/platform/accounts/door'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { createSession } from '@baseplate/platform/sign-in/sessions/sessions'
import { device, registerPerson } from '@baseplate/platform/testing/people'
import { expect } from 'vitest'
import type { TestClientApi } from './client-api.ts'

/** A registered user, as clients know them. */
export interface Caller {
  actor: Actor
  number: number
  /** Headers of requests in a session of the user. */
  session: { cookie: string }
}

export async function registerCaller({ platform }: TestClientApi, username: string): Promise<Caller> {
  const actor = await registerPerson(platform, username)
  const token = await createSession(platform.db, actor.id, device, platform.now())
  const number = (await numbersOf(platform.db, [actor.id])).get(actor.id) ?? 0
  return { actor, number, session: { cookie: `session=${token}` } }
}

/** A request, who sends it, and the status and body of its response. Bodies of requests are forms. */
export type Row = readonly [path: string, expected: string, caller?: Caller | undefined, form?: string]

/** Requests the rows of a table one after the other, and compares each response. */
export async function expectAnswers({ ask }: TestClientApi, rows: readonly Row[]): Promise<void> {
  const line = ([path, , caller, form]: Row, answer: string) =>
    `${caller?.actor.username ?? 'nobody'} ${path} ${form?.slice(0, 60) ?? ''}: ${answer}`
  const answers: string[] = []
  for (const row of rows) {
    const [path, , caller, form] = row
    const response = await ask(path, {
      headers: caller?.session ?? {},
      ...(form !== undefined && { method: 'POST', body: form }),
    })
    answers.push(line(row, `${response.status} ${await response.text()}`))
  }
  expect(answers).toEqual(rows.map((row) => line(row, row[1])))
}
