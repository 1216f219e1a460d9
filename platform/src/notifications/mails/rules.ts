import { minute } from '../../foundation/clock.ts'

/** Notifications that are read on the site within this time are not mailed. */
export const readingMs = minute

/** Time between two mails at once. The next one has all notifications of this time. */
export const betweenMailsMs = 10 * minute

/** Notifications that a mail lists. It states the number of the others. */
export const listedPerMail = 30
