import { Family, markedBy, type Origin } from './family.ts'
import type { Processes } from './processes.ts'
import type { ServerNote } from './state-file.ts'

interface Survivors {
  /** Servers that still run, one per place. */
  servers: ServerNote[]
  /** Processes without a server, which must end. */
  strays: Origin[]
}

/**
 * Finds the processes that an earlier orchestrator left.
 *
 * @param notes the notes of its state file
 * @param markPrefix the beginning of all marks of this folder's servers
 */
export function findSurvivors(
  processes: Processes,
  notes: readonly ServerNote[],
  markPrefix: string,
): Survivors {
  const isOurs = (mark: string) => mark.startsWith(markPrefix)
  const marked = markedBy(processes, isOurs)
  // The orchestrator may have crashed before it wrote the note of a new server.
  const withoutNote = marked.flatMap(({ pid, mark }) => {
    const row = processes.find(pid)
    const read = readMark(mark)
    if (row?.session !== pid || !read) return []
    const { placeId, port, startTime } = read
    return [{ placeId, port, startTime, mark, pid, identity: row.identity }]
  })
  const byMark = new Map(
    [...withoutNote, ...notes.filter(({ mark }) => isOurs(mark))].map((server) => [server.mark, server]),
  )
  const alive = [...byMark.values()].filter((server) => new Family(server, processes).isAlive())
  // The map below keeps the last server of each place. If a place has two, players are in the older one.
  alive.sort((one, other) => other.startTime - one.startTime)
  const servers = [...new Map(alive.map((server) => [server.placeId, server])).values()]
  const known = new Set(servers.map(({ mark }) => mark))
  // Helpers whose server is gone are found by the mark alone.
  const others = [...alive, ...marked.map((process) => ({ ...process, identity: '' }))]
  return { servers, strays: others.filter(({ mark }) => !known.has(mark)) }
}

/** Returns a mark: folder, place, port, Unix milliseconds of the start, and the id of the start. */
export const markOf = (markPrefix: string, { placeId, port, startTime, run }: Started): string =>
  `${markPrefix}${placeId}/${port}/${startTime}/${run}`

type Started = Pick<ServerNote, 'placeId' | 'port' | 'startTime'> & { run: string }

/** Parses a mark. Returns undefined if it is malformed. */
export function readMark(mark: string): Started | undefined {
  const [, ...fields] = mark.split('/')
  const [placeId, port, startTime] = fields.map(Number)
  return placeId && port && startTime ? { placeId, port, startTime, run: fields[3] ?? '' } : undefined
}
