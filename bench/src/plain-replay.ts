/**
 * The plainest replay of a ledger: it parses every line with `JSON.parse`, holds balances in a map and only checks for
 * overdrafts. Prints the seconds that it took.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

interface Event {
  From?: string
  To?: string
  Amount: number
  Fee?: number
}

const started = performance.now()
const balances = new Map<string, number>()
for await (const line of createInterface({ input: createReadStream(process.argv[2] ?? '') })) {
  const { From, To, Amount, Fee = 0 }: Event = JSON.parse(line.slice(line.indexOf(' ')))
  if (From !== undefined) {
    const left = (balances.get(From) ?? 0) - Amount
    if (left < 0) throw new Error(`${From} overdraws`)
    balances.set(From, left)
  }
  if (To !== undefined) balances.set(To, (balances.get(To) ?? 0) + Amount - Math.floor(Amount * Fee))
}
process.stdout.write(`${(performance.now() - started) / 1000}\n`)
