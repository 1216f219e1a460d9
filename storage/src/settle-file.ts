/**
 * Stores the file that a row names, without locking the row, because a disk may be slow. Concurrent calls read the row
 * again after they have written, so the last one leaves the file that the row names.
 *
 * @param read returns the current value of the row.
 * @param put stores the file for that value.
 */
export async function settleFile<Named extends string | number | null | undefined>(
  read: () => Promise<Named>,
  put: (named: Named) => Promise<void>,
): Promise<void> {
  let named = await read()
  for (;;) {
    await put(named)
    const current = await read()
    if (current === named) return
    named = current
  }
}
