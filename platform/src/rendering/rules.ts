import { pictureSize } from '@baseplate/renderer/drawing'
import { minute, second } from '@baseplate/service/clock'

/** The owner of pictures: a user has a head shot and a body shot, an asset has a thumbnail. */
export type RenderSubject = `user:${string}` | `asset:${number}`

/**
 * A request is `waiting` for a renderer, then `drawing` until it is `done` or its lease expires. It has `failed` when no retry can
 * help. A new request for the same subject starts over.
 */
export type RenderState = 'waiting' | 'drawing' | 'done' | 'failed'

export type PictureKind = 'head' | 'body' | 'thumbnail'

export const isRenderSubject = (text: unknown): text is RenderSubject =>
  typeof text === 'string' && /^(user:[a-z0-9]{1,40}|asset:\d{1,9})$/.test(text)

export const userSubject = (userId: string): RenderSubject => `user:${userId}`

export const assetSubject = (assetId: number): RenderSubject => `asset:${assetId}`

/** Returns the id of the user or of the asset. */
export function subjectOf(
  subject: RenderSubject,
): { userId: string; assetId?: undefined } | { userId?: undefined; assetId: number } {
  const id = subject.slice(subject.indexOf(':') + 1)
  return subject.startsWith('user:') ? { userId: id } : { assetId: Number(id) }
}

export const avatarsFolder = 'avatars'
export const thumbnailsFolder = 'thumbnails'

/** Returns the file name of a picture. */
export function pictureName(subject: RenderSubject, kind: PictureKind): string {
  const { userId, assetId } = subjectOf(subject)
  return userId === undefined ? `${thumbnailsFolder}/${assetId}` : `${avatarsFolder}/${userId}-${kind}.png`
}

/** Returns the file name of the small picture that lists show. */
export function previewName(subject: RenderSubject): string {
  const { userId, assetId } = subjectOf(subject)
  return userId === undefined
    ? `${thumbnailsFolder}/${assetId}.webp`
    : `${avatarsFolder}/${userId}-portrait.webp`
}

/** Returns the kinds of pictures that a subject has. */
export const picturesOf = (subject: RenderSubject): readonly PictureKind[] =>
  subjectOf(subject).userId === undefined ? ['thumbnail'] : ['head', 'body']

/** Returns the file names of all pictures of a subject. */
export const fileNamesOf = (subject: RenderSubject): string[] => [
  ...picturesOf(subject).map((kind) => pictureName(subject, kind)),
  previewName(subject),
]

/** Side length of previews, in pixels. Lists show faces at up to 56 CSS pixels, and cards at full size. */
export const previewSize = { portrait: 112, thumbnail: pictureSize } as const

/** Side lengths in which clients get a picture, in pixels. The last one is that of the render. */
const clientSizes = [48, 75, 100, 150, 180, 250, pictureSize] as const

/** Returns the side length nearest to what a client asks for; undefined: the render itself. */
export function nearestSize(wanted: number): number | undefined {
  const distances = clientSizes.map((size) => Math.abs(size - wanted))
  const nearest = clientSizes[distances.lastIndexOf(Math.min(...distances))]
  return nearest === pictureSize ? undefined : nearest
}

/** Hexadecimal digits of a preview's SHA-256 that name it. */
export const previewHashLength = 16

/**
 * Lower numbers are drawn first. A player who has just registered waits for the first pictures. A takedown of a popular item
 * requests thousands of renders, which must not delay anyone.
 */
export const renderPriority = {
  firstPictures: 0,
  newAppearance: 1,
  thumbnail: 2,
  purged: 3,
  missing: 4,
} as const

export type RenderPriority = (typeof renderPriority)[keyof typeof renderPriority]

/**
 * Limits of one drawing. A drawing that exceeds its processor time or memory fails for good. One that exceeds the wall-clock time
 * is retried, because the machine may be busy.
 */
export const drawingLimits = { cpuMs: 10_000, ms: 20_000, bytes: 256_000_000, youngBytes: 32_000_000 }

/** Lease of the built-in renderer, which renews it while it draws. When it expires, another process takes over. */
export const leaseMs = 20_000

/** Lease of an external renderer, which is asked again after this time without pictures. */
export const externalLeaseMs = 60_000

/** A request fails after this many attempts whose process died. */
export const maxLosses = 4

/** Attempts that wait for items from an unavailable asset cloud. Later attempts leave these items out. */
export const patientAttempts = 3

/** Longest delay of a retry, and longer than any lease. */
export const maxRetryDelayMs = 10 * minute

/** Returns the back-off after a failed attempt: 1, 4, 16, 64, 256 seconds, then ten minutes. */
export const retryDelayMs = (attempts: number) => Math.min(second * 4 ** (attempts - 1), maxRetryDelayMs)

/** Temporary failures, such as a full disk or an unreachable renderer, are retried for about a day. */
export const maxAttempts = 150
