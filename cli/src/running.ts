/** A part of the product that has started. */
export interface Running {
  /** Finishes what is under way and lets go of everything. */
  close(): Promise<void>
}
