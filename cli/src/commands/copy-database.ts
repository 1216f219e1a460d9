import type { Config } from '@baseplate/platform/foundation/config/schema'
import * as schema from '@baseplate/platform/migrations/all'
import { CannotStart } from '@baseplate/service/cannot-start'
import { copyToPostgres } from '../database/copy.ts'
import { interruptible } from '../interruptible.ts'
import { print } from '../print.ts'
import { percent, showProgress } from '../progress.ts'

/** `baseplate database copy`: docs/operating/postgresql.md. @throws CannotStart */
export async function copyDatabase({ databaseUrl: url, dataDirectory }: Config): Promise<void> {
  if (!url) throw new CannotStart('Set DATABASE_URL to the empty database that the rows are copied into.')
  const progress = showProgress()
  const onProgress = (done: number, all: number) => progress.show(`Copying ${percent(done, all)}`)
  try {
    const { tables, rows, file } = await interruptible((signal) =>
      copyToPostgres({ url, dataDirectory, now: new Date() }, schema, { signal, onProgress }),
    )
    progress.end()
    await print(
      `Copied ${rows} rows of ${tables} tables to PostgreSQL, and compared each with its original.\n` +
        `The SQLite file was renamed to ${file}. Start the product.\n`,
    )
  } finally {
    progress.end()
  }
}
