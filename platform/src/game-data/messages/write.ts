import type { Clock } from '@baseplate/service/clock'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import type { Database, Db } from '../../foundation/database.ts'
import { findNewestId, lockMessages } from './queries.ts'
import { messageIdAfter } from './rules.ts'

/** Messages that one transaction stores. */
const maxGroupSize = 100

/** A message that a game server sends to the servers of its world. */
export interface NewMessage {
  worldId: number
  topic: string
  body: string
}

interface Writing {
  groupCommit: GroupCommit<Database>
  now: Clock
}

interface Waiting extends NewMessage {
  resolve(id: number): void
  reject(error: unknown): void
}

/**
 * Returns a function that stores a message and returns its id. Messages that arrive during a transaction share the next one, so that
 * writers of a busy world take one connection of each process while they wait for each other.
 */
export function createMessageWriter(parts: Writing): (message: NewMessage) => Promise<number> {
  let waiting: Waiting[] = []
  let running = false

  const runAll = async () => {
    running = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxGroupSize)
      waiting = waiting.slice(maxGroupSize)
      await writeGroup(parts, group)
    }
    running = false
  }

  return (message) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...message, resolve, reject })
      if (!running) void runAll()
    })
}

async function writeGroup({ groupCommit, now }: Writing, group: readonly Waiting[]): Promise<void> {
  try {
    const ids = await groupCommit((trx) => insertMessages(trx, group, now))
    for (const [at, { resolve }] of group.entries()) resolve(ids[at] ?? 0)
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

/** Stores messages, and returns their ids in the same order. */
async function insertMessages(trx: Db, messages: readonly NewMessage[], now: Clock): Promise<number[]> {
  const worldIds = [...new Set(messages.map(({ worldId }) => worldId))]
  await lockMessages(trx, worldIds)
  const newest = new Map<number, number>()
  for (const worldId of worldIds) newest.set(worldId, await findNewestId(trx, worldId))
  const time = now()
  const rows = messages.map(({ worldId, topic, body }) => {
    const id = messageIdAfter(newest.get(worldId) ?? 0, time)
    newest.set(worldId, id)
    return { world_id: worldId, id, topic, body, created: time }
  })
  await trx.insertInto('data_messages').values(rows).execute()
  return rows.map(({ id }) => id)
}
