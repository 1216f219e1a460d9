/**
 * `npm run sizing -- bench/results/….json` computes how many machines a platform needs, from the results of
 * `npm run bench -- scale`. Options change the assumptions: `--online 1 --playing 70 --pages 1 --use 50 --cores 8 --users 10000,1000000`.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Measurement } from '../bench/src/measurement.ts'
import { markdownTable } from '../bench/src/report.ts'
import { sizingNames } from '../bench/src/scale-results.ts'
import { type Assumptions, type Costs, rowsOfSizes, sizeOf } from './sizing-rules.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    online: { type: 'string', default: '1' },
    playing: { type: 'string', default: '70' },
    pages: { type: 'string', default: '1' },
    use: { type: 'string', default: '50' },
    cores: { type: 'string', default: '8' },
    users: { type: 'string', default: '10000,1000000,100000000' },
  },
})

const [file] = positionals
if (file === undefined) {
  process.stderr.write('Name the JSON file that `npm run bench -- scale` has written.\n')
  process.exit(1)
}

const { measurements } = JSON.parse(await readFile(file, 'utf8')) as { measurements: Measurement[] }
const measured = (key: keyof Costs): number => {
  const found = measurements.find(({ name }) => name === sizingNames[key])
  if (!found) throw new Error(`${file} has no "${sizingNames[key]}": run \`npm run bench -- scale\``)
  return found.value
}

const costs = Object.fromEntries(
  Object.keys(sizingNames).map((key) => [key, measured(key as keyof Costs)]),
) as Record<keyof Costs, number>
const assumptions: Assumptions = {
  online: Number(values.online) / 100,
  playing: Number(values.playing) / 100,
  pagesPerMinute: Number(values.pages),
  use: Number(values.use) / 100,
  coresPerMachine: Number(values.cores),
}
const sizes = values.users.split(',').map((users) => sizeOf(Number(users), costs, assumptions))
process.stdout.write(`${markdownTable(rowsOfSizes(sizes))}\n`)
