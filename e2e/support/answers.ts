/** What programs are told: the status and the JSON, where there is any. */
export const answer = async (asked: Promise<Response>) => {
  const response = await asked
  const text = await response.text()
  return text === '' ? [response.status] : [response.status, JSON.parse(text)]
}

/** How an address refuses. */
export const refusal = (status: number, message: string) => [status, { message }]

/** The JSON alone, whatever the status. */
export const read = async (asked: Promise<Response>) => JSON.parse(await (await asked).text())
