import { day } from '@baseplate/service/clock'
import type { StandingType } from '../accounts/standing/rules.ts'

/** The first user begins as the only administrator, the next two as moderators. */
export const names = ['Root', 'Mona', 'Max', 'Ann', 'Ben'] as const
export type Name = (typeof names)[number]

export type Move =
  | { verb: 'moderate'; actor: Name; user: Name; type: StandingType; days: number }
  | { verb: 'unmoderate'; actor: Name; user: Name }
  | { verb: 'join'; actor: Name; user: Name }
  | { verb: 'acknowledge'; actor: Name; user: Name }
  | { verb: 'level'; actor: Name; user: Name; to: number }

/** The refusal of an actor whose level is too low. */
const levelTooLow = 'You don’t have permission for this'

/** The session of an actor. */
export interface Session {
  level: number
  moderated: boolean
}

interface Action {
  type: StandingType
  by: Name
  created: number
  expires: number | null
  ended: number | null
  ending: string | null
  endedBy: Name | null
}

/** A model of standing and levels without a database. */
export class StandingModel {
  now = 0
  levels: Record<Name, number> = { Root: 5, Mona: 4, Max: 4, Ann: 1, Ben: 1 }
  actions: Record<Name, Action[]> = { Root: [], Mona: [], Max: [], Ann: [], Ben: [] }
  playing: Record<Name, boolean> = { Root: false, Mona: false, Max: false, Ann: false, Ben: false }

  session(name: Name): Session {
    return { level: this.levels[name], moderated: this.#inForce(name) !== undefined }
  }

  move(move: Move, session: Session): string {
    const { actor, user } = move
    if (move.verb === 'acknowledge') return this.#acknowledge(actor)
    if (move.verb === 'join') {
      if (session.moderated) return 'You cannot currently play games'
      this.playing[actor] = true
      return 'done'
    }
    if (move.verb === 'level') return this.#level(user, move.to, session)
    if (session.level < 4) return levelTooLow
    if (actor === user) return 'You can’t moderate yourself'
    if (this.levels[user] >= session.level) return 'You can only moderate accounts below your own level'
    if (move.verb === 'unmoderate') {
      this.#end(user, 'Lifted', actor)
      return 'done'
    }
    this.#end(user, 'Replaced', actor)
    this.actions[user].push({
      type: move.type,
      by: actor,
      created: this.now,
      expires: move.type === 'Ban' ? this.now + move.days * day : null,
      ended: null,
      ending: null,
      endedBy: null,
    })
    this.playing[user] = false
    return 'done'
  }

  pass(ms: number): void {
    this.now += ms
    for (const action of Object.values(this.actions).flat()) {
      if (action.ended === null && action.expires !== null && action.expires <= this.now)
        Object.assign(action, { ended: action.expires, ending: 'Expired' })
    }
  }

  see() {
    return structuredClone({
      levels: this.levels,
      history: this.actions,
      playing: this.playing,
      moderated: names.filter((name) => this.#inForce(name)).sort(),
    })
  }

  copy(): StandingModel {
    const { now, levels, actions, playing } = structuredClone({ ...this })
    return Object.assign(new StandingModel(), { now, levels, actions, playing })
  }

  #inForce = (name: Name) => this.actions[name].find(({ ended }) => ended === null)

  #end(name: Name, ending: string, by: Name): void {
    const action = this.#inForce(name)
    if (action) Object.assign(action, { ended: this.now, ending, endedBy: by })
  }

  #acknowledge(actor: Name): string {
    const action = this.#inForce(actor)
    if (action && action.type !== 'Warning') return 'Only a warning can be acknowledged'
    this.#end(actor, 'Acknowledged', actor)
    return 'done'
  }

  #level(user: Name, to: number, session: Session): string {
    if (session.level < 5) return levelTooLow
    if (this.levels[user] === to) return 'done'
    const others = names.filter((name) => name !== user && this.levels[name] === 5)
    if (this.levels[user] === 5 && others.length === 0)
      return 'permissionLevel: This is the only administrator. Make another user an administrator first.'
    if (to === 5 && this.#inForce(user))
      return 'permissionLevel: This account is moderated. Lift the moderation before you make it an administrator.'
    this.levels[user] = to
    return 'done'
  }
}
