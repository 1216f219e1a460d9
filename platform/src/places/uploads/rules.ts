import { day } from '@baseplate/service/clock'
import { Refused } from '../../foundation/errors.ts'

/** Parts of files that arrive over several requests. Each is stored under a random name. */
export const partsFolder = 'upload-parts'
export const partFileName = (name: string) => `${partsFolder}/${name}`

/** Maximum bytes of a part. A crash loses no more than one part, and object storage takes one in a single request. */
export const partBytes = 5_000_000

/** Maximum number of parts of one upload. Clients may send small parts, but joining very many would take long. */
export const maxParts = 2_000

/** Maximum number of unfinished uploads of a user. */
export const maxUnfinished = 10

/** Age at which an upload expires. Until then, the result of a finished one can be read. */
export const uploadLifetime = day

export const uploadNotFound = () => new Refused('uploads.not_found')
export const uploadExpired = () => new Refused('uploads.expired')
export const offsetConflict = (offset: number) => new Refused('uploads.offset_conflict', { offset })
