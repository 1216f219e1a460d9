import { pictureSize } from '@baseplate/renderer/size'
import { minute, second } from '../foundation/clock.ts'

/** What has pictures: a user a head shot and a body shot, an asset a thumbnail. */
export type RenderSubject = `user:${string}` | `asset:${number}`

/**
 * `waiting` for a renderer, `drawing` by one until it is `due`, then `done`, or `failed` with a reason. Whatever is
 * asked for again begins anew.
 */
export type RenderState = 'waiting' | 'drawing' | 'done' | 'failed'

export type Shot = 'head' | 'body' | 'thumbnail'

/** The file of a picture. */
export function pictureName(subject: RenderSubject, shot: Shot): string {
  const id = subject.slice(subject.indexOf(':') + 1)
  return shot === 'thumbnail' ? `thumbnails/${id}` : `avatars/${id}-${shot}.png`
}

/** The small picture that lists show, in place of the head shot or the thumbnail. */
export function previewName(subject: RenderSubject): string {
  const { userId, assetId } = subjectOf(subject)
  return userId === undefined ? `thumbnails/${assetId}.webp` : `avatars/${userId}-portrait.webp`
}

/** The files of all pictures of a subject. */
export function picturesOf(subject: RenderSubject): string[] {
  const shots =
    subjectOf(subject).userId === undefined ? (['thumbnail'] as const) : (['head', 'body'] as const)
  return [...shots.map((shot) => pictureName(subject, shot)), previewName(subject)]
}

/**
 * Pixels of each side of small pictures: faces are shown with up to 56 on a dense screen, cards as large as they are drawn.
 * WebP takes 2 KB for a face of which the PNG takes 33, and 5 for a card; AVIF as much, and twice the work.
 */
export const previewSize = { portrait: 112, thumbnail: pictureSize } as const

/** Of the hex SHA-256 of a small picture, as much as names it. */
export const previewHashLength = 16

/**
 * Smaller ones come first: somebody who has just registered looks for themself before anybody else does. When something
 * that many wear is taken off them all, nobody else waits for that.
 */
export const renderPriority = { firstPictures: 0, newLooks: 1, thumbnail: 2, purged: 3, missing: 4 } as const

export type RenderPriority = (typeof renderPriority)[keyof typeof renderPriority]

/**
 * What a drawing may take: seconds of a processor and memory, beyond which it is given up for good; and seconds on the clock, after
 * which it is tried again later, as the machine may be busy.
 */
export const drawingLimits = { cpuMs: 10_000, ms: 20_000, bytes: 256_000_000 }

/**
 * A renderer that is heard of no more lets others draw what it had, after this long: more than a drawing may take, and another
 * one without hats.
 */
export const leaseMs = 2 * drawingLimits.ms + 5_000

/** An external renderer that has sent no pictures after this long is asked again. */
export const externalLeaseMs = 60_000

/** A drawing that was begun this often, and took the process with it each time, fails. */
export const maxLosses = 4

/** So many attempts wait for what an avatar wears to be had of the asset cloud; the next one draws without. */
export const patientAttempts = 3

const maxRetryDelayMs = 10 * minute

/** The wait after an attempt that failed: 1, 4, 16, 64, 256 seconds, then ten minutes. */
export const retryDelayMs = (attempts: number) => Math.min(second * 4 ** (attempts - 1), maxRetryDelayMs)

/** How often what may pass by itself (a full disk, a renderer that is away) is tried: for a day. */
export const maxAttempts = 150

export const isRenderSubject = (text: unknown): text is RenderSubject =>
  typeof text === 'string' && /^(user:[a-z0-9]{1,40}|asset:\d{1,9})$/.test(text)

export const userSubject = (userId: string): RenderSubject => `user:${userId}`

export const assetSubject = (assetId: number): RenderSubject => `asset:${assetId}`

/** Whose pictures a subject is about. */
export function subjectOf(
  subject: RenderSubject,
): { userId: string; assetId?: undefined } | { userId?: undefined; assetId: number } {
  const id = subject.slice(subject.indexOf(':') + 1)
  return subject.startsWith('user:') ? { userId: id } : { assetId: Number(id) }
}
