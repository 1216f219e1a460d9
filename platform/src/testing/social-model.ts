import type { Db } from '../foundation/database.ts'

export const names = ['Anna', 'Ben', 'Cleo'] as const
export type Name = (typeof names)[number]

export const verbs = [
  'follow',
  'unfollow',
  'request',
  'cancel',
  'accept',
  'decline',
  'unfriend',
  'block',
  'unblock',
] as const

/** Deletes everything that the verbs write. */
export async function forget(db: Db): Promise<void> {
  const tables = [
    'follows',
    'friendships',
    'user_blocks',
    'social_counts',
    'notifications',
    'inboxes',
  ] as const
  for (const table of tables) await db.deleteFrom(table).execute()
}

/** An action of one user on the profile of another. */
export interface Move {
  verb: (typeof verbs)[number]
  actor: Name
  user: Name
}

const outcomes = {
  done: 'done',
  self: "You can't friend/follow yourself",
  friends: 'Already friends',
  noRequest: 'No friend request to accept',
  blockingSelf: 'You can’t block or mute yourself',
  blocked: 'You have blocked this user. Unblock them first.',
  followRefused: 'You can’t follow this user',
  requestRefused: 'This user doesn’t accept friend requests from you',
}

/** The visible state of three users, for comparison. */
export interface Seen {
  /** Relations of two users, such as "Anna follows Ben". */
  relations: string[]
  counts: Record<Name, { followers: number; following: number; friends: number }>
  lists: Record<Name, { followers: string[]; following: string[]; friends: string[] }>
  /** Every notification, such as "Ben: follow by Anna". */
  notifications: string[]
}

/** Simplest model of follows and friendships: sets of pairs. */
export class SocialModel {
  follows = new Set<string>()
  requests = new Set<string>()
  friends = new Set<string>()
  blocks = new Set<string>()
  notifications: string[] = []
  /** Unread notifications, which are not repeated. */
  unread = new Set<string>()

  copy(): SocialModel {
    const copy = new SocialModel()
    copy.follows = new Set(this.follows)
    copy.requests = new Set(this.requests)
    copy.friends = new Set(this.friends)
    copy.blocks = new Set(this.blocks)
    copy.notifications = [...this.notifications]
    copy.unread = new Set(this.unread)
    return copy
  }

  /** Returns `done`, or the message of the refusal. */
  move({ verb, actor, user }: Move): string {
    const [theirs, mine] = [`${user}>${actor}`, `${actor}>${user}`]
    if (actor === user) {
      if (verb === 'accept') return outcomes.noRequest
      if (verb === 'block') return outcomes.blockingSelf
      return verb === 'follow' || verb === 'request' ? outcomes.self : outcomes.done
    }
    if (verb === 'follow' || verb === 'request') {
      if (this.blocks.has(mine)) return outcomes.blocked
      if (this.blocks.has(theirs)) return verb === 'follow' ? outcomes.followRefused : outcomes.requestRefused
    }
    switch (verb) {
      case 'follow':
        if (!this.follows.has(mine)) this.#notifyOnce(`${user}: follow by ${actor}`)
        this.follows.add(mine)
        break
      case 'unfollow':
        this.follows.delete(mine)
        break
      case 'request':
        if (this.friends.has(mine)) return outcomes.friends
        if (this.requests.has(theirs)) this.#befriend(actor, user)
        else {
          if (!this.requests.has(mine)) this.#notifyOnce(`${user}: friendrequest by ${actor}`)
          this.requests.add(mine)
        }
        break
      case 'cancel':
        this.requests.delete(mine)
        break
      case 'accept':
        if (!this.requests.has(theirs)) return outcomes.noRequest
        this.#befriend(actor, user)
        break
      case 'decline':
        this.requests.delete(theirs)
        break
      case 'unfriend':
        this.friends.delete(mine)
        this.friends.delete(theirs)
        break
      case 'block':
        if (!this.blocks.has(mine)) this.#part(actor, user)
        this.blocks.add(mine)
        break
      case 'unblock':
        this.blocks.delete(mine)
        break
    }
    return outcomes.done
  }

  /** Marks all notifications of a user as read. */
  read(name: Name): void {
    for (const notification of this.unread)
      if (notification.startsWith(`${name}: `)) this.unread.delete(notification)
  }

  #notifyOnce(notification: string): void {
    if (this.unread.has(notification)) return
    this.unread.add(notification)
    this.notifications.push(notification)
  }

  #befriend(actor: Name, requester: Name): void {
    this.requests.delete(`${requester}>${actor}`)
    this.friends.add(`${requester}>${actor}`).add(`${actor}>${requester}`)
    this.notifications.push(`${requester}: friendaccept by ${actor}`)
  }

  /** Ends all relations of two users, and deletes their notifications about each other. */
  #part(one: Name, other: Name): void {
    for (const pair of [`${one}>${other}`, `${other}>${one}`])
      for (const relation of [this.follows, this.requests, this.friends]) relation.delete(pair)
    const isBetween = (text: string) =>
      [one, other].some((name) => text.startsWith(`${name}: `)) &&
      [one, other].some((name) => text.endsWith(` by ${name}`))
    this.notifications = this.notifications.filter((text) => !isBetween(text))
    for (const text of this.unread) if (isBetween(text)) this.unread.delete(text)
  }

  see(): Seen {
    const of = (set: Set<string>, name: Name, side: 0 | 1) =>
      [...set]
        .map((pair) => pair.split('>'))
        .filter((pair) => pair[side] === name)
        .map((pair) => pair[1 - side] ?? '')
        .sort()
    const each = <Value>(value: (name: Name) => Value) =>
      Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>
    const lists = each((name) => ({
      followers: of(this.follows, name, 1),
      following: of(this.follows, name, 0),
      friends: of(this.friends, name, 0),
    }))
    const words = (set: Set<string>, word: string) => [...set].map((pair) => pair.replace('>', ` ${word} `))
    return {
      relations: [
        ...words(this.follows, 'follows'),
        ...words(this.requests, 'asked'),
        ...words(this.friends, 'is a friend of'),
      ].sort(),
      counts: each((name) => ({
        followers: lists[name].followers.length,
        following: lists[name].following.length,
        friends: lists[name].friends.length,
      })),
      lists,
      notifications: this.notifications.toSorted(),
    }
  }
}
