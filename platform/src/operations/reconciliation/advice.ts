import type { PlainKey } from '@baseplate/texts/keys'
import type { Difference } from './payments.ts'

/** Texts about payments that wait for the ledger, or differ between the database and the ledger. */
export interface Advice {
  title: PlainKey
  /** Explanation, and what to do. */
  text: PlainKey
}

export const advice: Readonly<Record<Difference | 'waiting', Advice>> = {
  waiting: {
    title: 'treasury.economy.advice.waiting.title',
    text: 'treasury.economy.advice.waiting.text',
  },
  charged: {
    title: 'treasury.economy.advice.charged.title',
    text: 'treasury.economy.advice.charged.text',
  },
  unlike: {
    title: 'treasury.economy.advice.unlike.title',
    text: 'treasury.economy.advice.unlike.text',
  },
  unknown: {
    title: 'treasury.economy.advice.unknown.title',
    text: 'treasury.economy.advice.unknown.text',
  },
  uncharged: {
    title: 'treasury.economy.advice.uncharged.title',
    text: 'treasury.economy.advice.uncharged.text',
  },
  ungranted: {
    title: 'treasury.economy.advice.ungranted.title',
    text: 'treasury.economy.advice.ungranted.text',
  },
}
