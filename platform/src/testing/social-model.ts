export const names = ['Anna', 'Ben', 'Cleo'] as const
export type Name = (typeof names)[number]

export const verbs = ['follow', 'unfollow', 'request', 'cancel', 'accept', 'decline', 'unfriend'] as const

/** Somebody does something on the profile of somebody. */
export interface Move {
  verb: (typeof verbs)[number]
  actor: Name
  user: Name
}

const outcomes = {
  done: 'done',
  oneself: "You can't friend/follow yourself",
  friends: 'Already friends',
  nothing: 'No friend request to accept',
}

/** Everything that can be seen of three people, for comparison. */
export interface Seen {
  /** For each two, what holds of them: "Anna follows Ben". */
  relations: string[]
  counts: Record<Name, { followers: number; following: number; friends: number }>
  /** Whom each list of each person names. */
  lists: Record<Name, { followers: string[]; following: string[]; friends: string[] }>
  /** "Ben: follow by Anna", each as often as it was told. */
  told: string[]
}

/** The contract's state tables in their simplest form: sets of pairs. */
export class SocialModel {
  follows = new Set<string>()
  requests = new Set<string>()
  friends = new Set<string>()
  told: string[] = []
  /** Of what was told, what is not to be told again for now. */
  unread = new Set<string>()

  copy(): SocialModel {
    const copy = new SocialModel()
    copy.follows = new Set(this.follows)
    copy.requests = new Set(this.requests)
    copy.friends = new Set(this.friends)
    copy.told = [...this.told]
    copy.unread = new Set(this.unread)
    return copy
  }

  /** Answers `done`, or the message of the refusal. */
  move({ verb, actor, user }: Move): string {
    const [theirs, mine] = [`${user}>${actor}`, `${actor}>${user}`]
    if (actor === user) {
      if (verb === 'accept') return outcomes.nothing
      return verb === 'follow' || verb === 'request' ? outcomes.oneself : outcomes.done
    }
    switch (verb) {
      case 'follow':
        if (!this.follows.has(mine)) this.#tellOnce(`${user}: follow by ${actor}`)
        this.follows.add(mine)
        break
      case 'unfollow':
        this.follows.delete(mine)
        break
      case 'request':
        if (this.friends.has(mine)) return outcomes.friends
        if (this.requests.has(theirs)) this.#befriend(actor, user)
        else {
          if (!this.requests.has(mine)) this.#tellOnce(`${user}: friendrequest by ${actor}`)
          this.requests.add(mine)
        }
        break
      case 'cancel':
        this.requests.delete(mine)
        break
      case 'accept':
        if (!this.requests.has(theirs)) return outcomes.nothing
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

  /** Somebody reads all that they were told. */
  read(name: Name): void {
    for (const what of this.unread) if (what.startsWith(`${name}: `)) this.unread.delete(what)
  }

  /** What is still unread is not told again. */
  #tellOnce(what: string): void {
    if (this.unread.has(what)) return
    this.unread.add(what)
    this.told.push(what)
  }

  #befriend(actor: Name, asker: Name): void {
    this.requests.delete(`${asker}>${actor}`)
    this.friends.add(`${asker}>${actor}`).add(`${actor}>${asker}`)
    this.told.push(`${asker}: friendaccept by ${actor}`)
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
      told: this.told.toSorted(),
    }
  }
}
