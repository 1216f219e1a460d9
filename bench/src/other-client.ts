/** A client that sends a request every 20 ms, and measures how long each takes, until it is told to end. */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const url = workerData as string
const times: number[] = []
let isOver = false
parentPort?.once('message', () => {
  isOver = true
})

while (!isOver) {
  const started = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  times.push(performance.now() - started)
  await delay(20)
}
parentPort?.postMessage(times)
