/** An item of another user's look, as it is offered to the viewer. Prices are micro-units. */
interface Offered {
  price: number
  forSale: boolean
  owned: boolean
}

/** Whether the viewer has to buy an item before wearing it, and can. */
export const isMissing = ({ owned, forSale }: Offered): boolean => !owned && forSale

/** Whether the viewer can neither wear an item nor buy it. */
export const isUnavailable = ({ owned, forSale }: Offered): boolean => !owned && !forSale

/** Returns the sum that the missing items of a look cost. */
export const costOf = (items: readonly Offered[]): number =>
  items.filter(isMissing).reduce((sum, { price }) => sum + price, 0)
