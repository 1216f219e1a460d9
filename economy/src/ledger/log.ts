/** Where a ledger keeps its lines. There are two drivers: a file, and PostgreSQL (docs/architecture.md). */
export interface Log {
  /**
   * Appends whole lines, and waits until they are durable. The caller must wait for each append before the next one.
   *
   * @throws when they are not known to be durable. None of them may be acknowledged.
   */
  append: (lines: Buffer) => Promise<void>
  /**
   * Called when nothing is to be appended, because all submissions of a batch were refused or repeated.
   *
   * @throws when this process may no longer be the writer, so that the refusals may come from old balances
   */
  confirm: () => void
  /** Releases the log's resources, after the last append. */
  close: () => Promise<void>
}
