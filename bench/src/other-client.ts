/**
 * A client that sends a request every 20 ms, and measures how long each takes, until it is told to end. It says when it begins: the
 * first requests load its own code.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const url = workerData as string
const times: number[] = []
const unmeasured = 20
let isOver = false
parentPort?.once('message', () => {
  isOver = true
})

for (let sent = 0; !isOver; sent++) {
  if (sent === unmeasured) parentPort?.postMessage('begins')
  const started = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  if (sent >= unmeasured) times.push(performance.now() - started)
  await delay(20)
}
parentPort?.postMessage(times)
