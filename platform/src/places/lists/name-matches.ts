import type { Db } from '../../foundation/database.ts'
import type { MatchClass } from './matches.ts'
import {
  countAmongPopular,
  findAmongPopular,
  findByIndex,
  findExact,
  isIndexed,
  type MatchPosition,
  type NameSearch,
  type PartClass,
  type Slice,
} from './name-queries.ts'

/** Number of the most popular names that are sampled to estimate how frequent matches are. */
const namesSampled = 1_000

/**
 * Maximum number of names that are read in the order of popularity to fill a page. A search that would read more has rare
 * matches, which the indexes of names find faster. For words, the indexes yield more names to compare, so the limit is higher.
 */
const mostRead: Record<PartClass, number> = { word: 5_000, inside: 5_000, words: 10_000 }

type Match = MatchPosition & { among: PartClass }

/** Finds the places whose names match one search, class after class. */
export class NameMatches {
  readonly #db: Db
  readonly #search: NameSearch
  readonly #classes: readonly PartClass[]
  #sample: Promise<Record<PartClass, number>> | undefined
  /** The first matches of rare classes that were read together. */
  #rare: { classes: readonly PartClass[]; matches: Match[]; isAll: boolean } | undefined

  constructor(db: Db, search: NameSearch, classes: readonly MatchClass[]) {
    this.#db = db
    this.#search = search
    this.#classes = classes.filter((each) => each !== 'exact' && each !== 'tag')
  }

  /** Lists public places that match in a class, the most popular first. A shorter list than the limit is complete. */
  async find(among: Exclude<MatchClass, 'tag'>, slice: Slice): Promise<MatchPosition[]> {
    if (among === 'exact') return findExact(this.#db, this.#search, slice)
    if (!(await this.#isFrequent(among, slice.limit))) return this.#findRare(among, slice)
    const found = await findAmongPopular(this.#db, this.#search, among, slice, mostRead[among])
    const limit = slice.limit - found.length
    if (limit === 0) return found
    const after = found.at(-1) ?? slice.after
    return [...found, ...(await findByIndex(this.#db, this.#search, [among], { limit, after }))]
  }

  /** Whether to read names in the order of popularity: they fill a page sooner, or no index has the matches. */
  async #isFrequent(among: PartClass, limit: number): Promise<boolean> {
    if (!isIndexed(this.#search, among)) return true
    this.#sample ??= countAmongPopular(this.#db, this.#search, this.#classes, namesSampled)
    const { [among]: count } = await this.#sample
    return count * mostRead[among] >= limit * namesSampled
  }

  async #findRare(among: PartClass, slice: Slice): Promise<MatchPosition[]> {
    const isOfClass = (match: Match) => match.among === among
    if (!slice.after && this.#rare?.classes.includes(among)) {
      const known = this.#rare.matches.filter(isOfClass)
      if (this.#rare.isAll || known.length >= slice.limit) return known
    }
    const classes = await this.#rareFrom(among, slice.limit)
    const matches = await findByIndex(this.#db, this.#search, classes, slice)
    this.#rare = { classes, matches, isAll: matches.length < slice.limit }
    return matches.filter(isOfClass)
  }

  /** Returns the classes to find with one query: this one, and after `word` also `inside` if it is rare too. */
  async #rareFrom(among: PartClass, limit: number): Promise<PartClass[]> {
    const isWithInside = among === 'word' && this.#classes.includes('inside')
    return isWithInside && !(await this.#isFrequent('inside', limit)) ? ['word', 'inside'] : [among]
  }
}
