/** Returns every order in which concurrent actions may have happened. */
export function* ordersOf<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length === 0) yield []
  for (const [index, item] of items.entries()) {
    for (const rest of ordersOf(items.toSpliced(index, 1))) yield [item, ...rest]
  }
}
