export const names = ['Anna', 'Ben', 'Cleo'] as const
export type Name = (typeof names)[number]

export const verbs = ['follow', 'unfollow', 'request', 'cancel', 'accept', 'decline', 'unfriend'] as const

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
  notifications: string[] = []
  /** Unread notifications, which are not repeated. */
  unread = new Set<string>()

  copy(): SocialModel {
    const copy = new SocialModel()
    copy.follows = new Set(this.follows)
    copy.requests = new Set(this.requests)
    copy.friends = new Set(this.friends)
    copy.notifications = [...this.notifications]
    copy.unread = new Set(this.unread)
    return copy
  }

  /** Returns `done`, or the message of the refusal. */
  move({ verb, actor, user }: Move): string {
    const [theirs, mine] = [`${user}>${actor}`, `${actor}>${user}`]
    if (actor === user) {
      if (verb === 'accept') return outcomes.noRequest
      return verb === 'follow' || verb === 'request' ? outcomes.self : outcomes.done
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
