import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'

/** A counter: a column with the sum of a value over the rows that refer to its row. */
interface Counter {
  /** Table of the counted rows. */
  rows: string
  /** Column of the counted rows that has the id of the counter's row. */
  refersTo: string
  table: string
  /** Columns that the values depend on, separated by commas; empty: none. */
  changes: string
  /** Value of a counted row for each counter: SQL in which `$` stands for the row and a dot. */
  values: Readonly<Record<string, string>>
}

const isRanked = (vote: 1 | -1) => `case when $vote = ${vote} and $ranked = 1 then 1 else 0 end`

const counters: readonly Counter[] = [
  {
    rows: 'place_favourites',
    refersTo: 'place_id',
    table: 'places',
    changes: '',
    values: { favourite_count: '1' },
  },
  {
    rows: 'group_members',
    refersTo: 'group_id',
    table: 'groups',
    changes: '',
    values: { member_count: '1' },
  },
  {
    rows: 'place_votes',
    refersTo: 'place_id',
    table: 'places',
    changes: 'vote, ranked',
    values: {
      like_count: 'case $vote when 1 then 1 else 0 end',
      dislike_count: 'case $vote when -1 then 1 else 0 end',
      ranked_likes: isRanked(1),
      ranked_dislikes: isRanked(-1),
    },
  },
]

/**
 * Lets triggers keep the counters of favourites, members, votes, follows and friends, and counts the rows once more. Takes time in
 * proportion to the number of those rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const triggersOf = isPostgres(db) ? postgresTriggers : sqliteTriggers
  const statements = [
    ...counters.flatMap((counter) => {
      const steps = { add: addOf(counter, 'new', '+'), subtract: addOf(counter, 'old', '-') }
      return [recountOf(counter), ...triggersOf(counter.rows, counter.changes, steps)]
    }),
    ...recountsOfPeople,
    ...relations.flatMap(({ rows, added, changes }) => {
      const steps = { add: addToPeople(added('new')), subtract: subtractFromPeople(added('old')) }
      return triggersOf(rows, changes, steps)
    }),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const inRow = (value: string, row: string) => value.replaceAll('$', row)

/** Returns a statement that writes the counters of rows whose counters are wrong. */
function recountOf({ rows, refersTo, table, values }: Counter): string {
  const counted = Object.entries(values).map(([column, value]) => {
    const sum = `(select coalesce(sum(${inRow(value, '')}), 0) from ${rows} where ${refersTo} = ${table}.id)`
    return { set: `${column} = ${sum}`, isWrong: `${column} <> ${sum}` }
  })
  const [sets, wrong] = [counted.map(({ set }) => set), counted.map(({ isWrong }) => isWrong)]
  return `update ${table} set ${sets.join(', ')} where ${wrong.join(' or ')}`
}

/** Returns a statement that adds the values of a row to its counters, or subtracts them. */
function addOf({ refersTo, table, values }: Counter, row: 'new' | 'old', sign: '+' | '-'): string {
  const sets = Object.entries(values).map(
    ([column, value]) => `${column} = ${column} ${sign} ${inRow(value, `${row}.`)}`,
  )
  return `update ${table} set ${sets.join(', ')} where id = ${row}.${refersTo};`
}

interface Steps {
  /** Adds `new` to the counters. */
  add: string
  /** Subtracts `old` from the counters. */
  subtract: string
}

/** @param changes columns that the counters depend on, separated by commas; empty: none. */
function sqliteTriggers(rows: string, changes: string, { add, subtract }: Steps): string[] {
  const recount = `create trigger ${rows}_recounted after update of ${changes} on ${rows} begin ${subtract} ${add} end`
  return [
    `create trigger ${rows}_counted after insert on ${rows} begin ${add} end`,
    `create trigger ${rows}_discounted after delete on ${rows} begin ${subtract} end`,
    ...(changes === '' ? [] : [recount]),
  ]
}

/** @param changes as in `sqliteTriggers` */
const postgresTriggers = (rows: string, changes: string, { add, subtract }: Steps): string[] => [
  `create function count_${rows}() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then ${subtract} end if;
    if tg_op <> 'DELETE' then ${add} end if;
    return null;
  end $$`,
  `create trigger ${rows}_counted after insert or delete${changes === '' ? '' : ` or update of ${changes}`} on ${rows}
  for each row execute function count_${rows}()`,
]

const peopleCounts = {
  followers: '(select count(*) from follows where followed_id = users.id)',
  following: '(select count(*) from follows where follower_id = users.id)',
  friends: `(select count(*) from friendships where low_id = users.id and requested_by is null)
    + (select count(*) from friendships where high_id = users.id and requested_by is null)`,
}

/** A user without a row has no followers and friends, and follows nobody. */
const recountsOfPeople = [
  'delete from social_counts',
  `insert into social_counts (user_id, followers, following, friends)
  select id, followers, following, friends from (
    select id, ${Object.entries(peopleCounts)
      .map(([name, count]) => `${count} as ${name}`)
      .join(', ')} from users
  ) as counted where followers > 0 or following > 0 or friends > 0`,
]

/** The SQL of a user, and of the numbers that a row adds to the counts of this user. */
type Added = { user: string } & Record<keyof typeof peopleCounts, string>

const none = { followers: '0', following: '0', friends: '0' }

const ofFollow = (row: string): [Added, Added] => [
  { ...none, user: `${row}.follower_id`, following: '1' },
  { ...none, user: `${row}.followed_id`, followers: '1' },
]

const ofFriendship = (row: string): [Added, Added] => {
  const friends = `case when ${row}.requested_by is null then 1 else 0 end`
  return [
    { ...none, user: `${row}.low_id`, friends },
    { ...none, user: `${row}.high_id`, friends },
  ]
}

const names = ['followers', 'following', 'friends'] as const

/** Takes the users in the order of their ids, so that transactions cannot deadlock. */
function addToPeople(added: [Added, Added]): string {
  const rows = added.map(
    (to) => `select ${to.user} as user_id, ${names.map((name) => `${to[name]} as ${name}`).join(', ')}`,
  )
  const sets = names.map((name) => `${name} = social_counts.${name} + excluded.${name}`)
  return `insert into social_counts (user_id, ${names.join(', ')})
    select user_id, ${names.join(', ')} from (${rows.join(' union all ')}) as added
    where followers + following + friends > 0 order by user_id
    on conflict (user_id) do update set ${sets.join(', ')};`
}

/** Leaves out a user who is being deleted, and whose counts are already gone. */
function subtractFromPeople([one, other]: [Added, Added]): string {
  const sets = names.map(
    (name) => `${name} = ${name} - case user_id when ${one.user} then ${one[name]} else ${other[name]} end`,
  )
  const ordered = ['<', '>'].map(
    (is) => `case when ${one.user} ${is} ${other.user} then ${one.user} else ${other.user} end`,
  )
  return ordered
    .map((user) => `update social_counts set ${sets.join(', ')} where user_id = ${user};`)
    .join(' ')
}

const relations = [
  { rows: 'follows', added: ofFollow, changes: '' },
  { rows: 'friendships', added: ofFriendship, changes: 'requested_by' },
]
