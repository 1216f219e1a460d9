import { findUser, findUserByName, type User } from '../../accounts/door.ts'
import { type Actor, profilePath } from '../../accounts/rules.ts'
import { findAsset } from '../../assets/door.ts'
import { findComment } from '../../comments/door.ts'
import type { Thread } from '../../comments/rules.ts'
import { numberOfId } from '../../foundation/asset-ids.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { slugOf } from '../../foundation/slug.ts'
import { findGroupById, findNewestVersion, findPost } from '../../people/door.ts'
import { groupPath } from '../../people/groups/rules.ts'
import { addressOfPost, maySee } from '../../people/posts/rules.ts'
import { findPlace } from '../../places/door.ts'
import { maySee as maySeePlace } from '../../places/rules.ts'
import { threadPath } from '../commented.ts'
import type { SubjectType } from '../subject-types.ts'
import { commentTitle, postTitle } from './rules.ts'

/** Something that can be reported, in its current state. */
export interface Subject {
  type: SubjectType
  id: string
  /** The owner; null if the account is deleted. */
  userId: string | null
  /** Path of its page. */
  address: string
  title: string
  text: string
}

interface Asked {
  type: SubjectType
  /** For a user, the username. */
  id: string
  privateServer?: string | undefined
}

type Find = (db: Db, viewer: Actor, asked: Asked) => Promise<Omit<Subject, 'type'> | undefined>

const finders: Record<SubjectType, Find> = {
  async user(db, _, { id }) {
    const user = await findUserByName(db, id)
    return user && aboutUser(user)
  },

  async post(db, viewer, { id }) {
    const post = await findPost(db, id)
    // A block does not prevent a user from reporting a post that they have seen. `viewSubject` hides the text.
    if (!post || !maySee(viewer, { ...post, isBlocked: false })) return undefined
    const [author, version] = await Promise.all([findUser(db, post.author_id), findNewestVersion(db, id)])
    const name = author?.username ?? ''
    return {
      id,
      userId: post.author_id,
      address: addressOfPost(name, post),
      title: postTitle(name),
      text: version.text,
    }
  },

  async place(db, viewer, { id, privateServer }) {
    const place = await findPlace(db, numberOfId(id))
    if (!place || !maySeePlace(viewer, place, privateServer)) return undefined
    return {
      id: String(place.id),
      userId: place.owner_id,
      address: `/place/${place.id}/${slugOf(place.name)}`,
      title: place.name,
      text: place.description,
    }
  },

  async asset(db, viewer, { id }) {
    const asset = await findAsset(db, numberOfId(id))
    if (!asset || (asset.visibility !== 'Visible' && asset.creator_id !== viewer.id)) return undefined
    return {
      id: String(asset.id),
      userId: asset.creator_id,
      address: `/catalog/${asset.id}/${slugOf(asset.name)}`,
      title: asset.name,
      text: asset.description,
    }
  },

  async comment(db, viewer, { id, privateServer }) {
    const comment = await findComment(db, id)
    if (comment?.visibility !== 'Visible') return undefined
    const [author, about] = await Promise.all([
      findUser(db, comment.author_id),
      findCommented(db, viewer, comment.thread, privateServer),
    ])
    return (
      about && {
        id,
        userId: comment.author_id,
        address: `${threadPath(comment.thread, about.name)}#comment-${id}`,
        title: commentTitle(author?.username ?? '', about.name),
        text: comment.content,
      }
    )
  },

  async group(db, _, { id }) {
    const group = await findGroupById(db, numberOfId(id))
    if (group?.open !== 1) return undefined
    return {
      id: String(group.id),
      userId: group.owner_id,
      address: groupPath(group.name),
      title: group.name,
      text: group.description,
    }
  },
}

const aboutUser = (user: User) => ({
  id: user.id,
  userId: user.id,
  address: profilePath(user.username),
  title: user.username,
  text: user.description,
})

/** Returns a user as the subject of a report; undefined: the account is erased. */
export async function findUserSubject(db: Db, userId: string): Promise<Subject | undefined> {
  const user = await findUser(db, userId)
  return user && { type: 'user', ...aboutUser(user) }
}

/** Returns the asset, group or place that a comment is about, if it is up and the viewer sees it. */
async function findCommented(
  db: Db,
  viewer: Actor,
  { about, id }: Thread,
  privateServer: string | undefined,
): Promise<{ name: string } | undefined> {
  if (about === 'place') {
    const place = await findPlace(db, id)
    return place?.taken_down === 0 && maySeePlace(viewer, place, privateServer) ? place : undefined
  }
  if (about === 'group') {
    const group = await findGroupById(db, id)
    return group?.open === 1 ? group : undefined
  }
  const asset = await findAsset(db, id)
  return asset?.visibility === 'Visible' ? asset : undefined
}

/** @throws Refused `missing`: it does not exist, or the viewer may not see it. */
export async function findSubject(db: Db, viewer: Actor, asked: Asked): Promise<Subject> {
  const found = await finders[asked.type](db, viewer, asked)
  if (!found) throw new Refused('reports.subject_not_found')
  return { type: asked.type, ...found }
}
