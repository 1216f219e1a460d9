import { expect } from 'vitest'

/** Returns the status and the JSON, if any, of a response to a program. */
export const answer = async (asked: Promise<Response>) => {
  const response = await asked
  const text = await response.text()
  return text === '' ? [response.status] : [response.status, JSON.parse(text)]
}

/** The JSON of a refusal, with any code. */
export const refusalWith = <Message>(message: Message) => ({ message, code: expect.any(String) })

/** The status and the JSON of a refusal, as `answer` returns them. */
export const refusal = (status: number, message: string) => [status, refusalWith(message)]

/** The JSON of a form whose fields are invalid, with any codes. */
export const invalidFields = (errors: Readonly<Record<string, unknown>>) => ({
  errors,
  codes: Object.fromEntries(Object.keys(errors).map((field) => [field, expect.any(String)])),
})

/** Returns the JSON of a response with any status. */
export const read = async (asked: Promise<Response>) => JSON.parse(await (await asked).text())
