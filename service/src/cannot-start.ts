/** The configuration or the machine prevents the product from starting. The message is one sentence for the operator. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
