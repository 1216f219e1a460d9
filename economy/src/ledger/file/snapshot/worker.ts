import { parentPort, workerData } from 'node:worker_threads'
import { type SnapshotTask, writeSnapshot } from './write.ts'

/** A thread of `SnapshotSchedule`: reports the number of events in the new snapshot. */
parentPort?.postMessage(await writeSnapshot(workerData as SnapshotTask))
