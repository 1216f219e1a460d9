import { day } from '@baseplate/service/clock'

/** Maximum number of drafts of one user. */
export const maxDrafts = 20

/** Age without a change from which a draft counts as abandoned, in days. */
export const draftRetentionDays = 90

export const draftRetention = draftRetentionDays * day

export const draftsFolder = 'drafts'

/** Returns the name of a draft's file. */
export const draftFileName = (file: string) => `${draftsFolder}/${file}`
