import { hour } from '@baseplate/service/clock'
import { Refused } from '../foundation/errors.ts'

export const maxMembers = 12

/** Members who have not used the site for this long leave their party. Closing a browser for dinner does not end a party. */
export const absenceMs = 6 * hour

/** Whether a text has the form of a party's code. The database is not asked for others. */
export const isPartyCode = (text: string) => /^[a-z0-9]{12}$/.test(text)

/** Path of the page that a party's link opens, even for visitors. */
export const partyPath = (code: string) => `/party?code=${code}`

export const noSuchParty = () => new Refused('parties.not_found')

export const notInParty = () => new Refused('parties.not_a_member')
