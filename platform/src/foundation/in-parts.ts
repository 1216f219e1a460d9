/** Maximum number of rows that one transaction of an erasure changes. */
export const rowsPerPart = 100

/** Lists a part of the remaining work and does it, until nothing is left. */
export async function inParts<Item>(
  list: (limit: number) => Promise<readonly Item[]>,
  work: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const items = await list(rowsPerPart)
    if (items.length === 0) return
    await work(items)
  }
}
