/**
 * Runs the checks of sizes, prose, texts, tables, visibility, shared queries and rings, and parses each file once for all of them.
 * `npm run check` runs it. Each check also runs alone: `node tools/sizes.ts`.
 */
import { prose } from './prose.ts'
import { rings } from './rings.ts'
import { sharedQueries } from './shared-queries.ts'
import { sizes } from './sizes.ts'
import { runChecks } from './source-check.ts'
import { tables } from './tables.ts'
import { texts } from './texts.ts'
import { visibility } from './visibility.ts'

await runChecks([sizes, prose, texts, tables, visibility, sharedQueries, rings])
