import { minute } from '@baseplate/service/clock'

/**
 * How long a visitor's destination, press of Play and typed text are kept while they sign in. Long enough to choose a name and
 * a password.
 */
export const destinationLifetime = 30 * minute
