import { day, minute } from '@baseplate/service/clock'

/** Notifications that are read on the site within this time are not mailed. */
export const readingMs = minute

/** Minimum time between two mails that are not digests. The next mail has all notifications of this time. */
export const betweenMailsMs = 10 * minute

/** A digest waits a day, and quiet hours add less than another. */
export const longestWaitMs = 2 * day

/** Maximum number of notifications that a mail lists. It states the number of the others. */
export const listedPerMail = 30
