import type { Difference } from './payments.ts'

/** Advice about payments that differ between the database and the ledger. */
export interface Advice {
  title: string
  /** Explanation of the difference, and what to do. */
  text: string
}

export const waitingAdvice: Advice = {
  title: 'Waiting for the ledger',
  text: 'Nothing to decide: while the site runs, it asks the ledger again, at most a minute apart, until each is paid, or undone with nobody charged. That takes two minutes at most once the ledger can be reached. A payment that is pending for more than five minutes is shown with the last answer. `baseplate doctor` says whether the ledger can be reached, and the economy service logs its errors.',
}

export const advice: Readonly<Record<Difference, Advice>> = {
  charged: {
    title: 'Charged for nothing',
    text: 'It failed here, but the ledger took the money. Give it back: mint the amount to the account, with a note that says why. A database that is older than the ledger looks the same: restore both from one backup.',
  },
  unlike: {
    title: 'Not the same payment',
    text: 'Amount, fee, payer or payee are not what the ledger has. One of the two was changed by hand, or they are of two instances. Compare with the latest backup, and restore database and ledger together.',
  },
  unknown: {
    title: 'Unknown here',
    text: 'The ledger took it under a key that this database has never seen. Either the database is older than the ledger (restore both from one backup), or another program uses this ledger with keys of its own, and then this is its.',
  },
  uncharged: {
    title: 'Not charged',
    text: 'It was handed over, but the ledger has no such payment: the ledger is older than the database, or another one. Check ECONOMY_URL, or restore both from one backup. What people got stays theirs unless you take it away.',
  },
  ungranted: {
    title: 'Paid, but not handed over',
    text: 'The ledger took the money, and the buyer does not own the item. Somebody took the row away by hand: give the money back by a mint, with a note that says why, or restore the database.',
  },
}
