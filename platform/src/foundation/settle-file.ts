/**
 * Makes a file what its row names, without holding the row: a disk may be slow. Of several at once, each looks at the row once more
 * after it has written, so that what the row names stays.
 *
 * @param read what the row names now.
 * @param put makes the file that.
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
