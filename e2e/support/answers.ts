/** Returns the status and the JSON, if any, of a response to a program. */
export const answer = async (asked: Promise<Response>) => {
  const response = await asked
  const text = await response.text()
  return text === '' ? [response.status] : [response.status, JSON.parse(text)]
}

/** The answer that refuses a request. */
export const refusal = (status: number, message: string) => [status, { message }]

/** Returns the JSON of a response with any status. */
export const read = async (asked: Promise<Response>) => JSON.parse(await (await asked).text())
