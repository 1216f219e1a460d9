/**
 * Sends requests for scripts, which wait for their responses without giving up the thread. A worker of this file sends them.
 */
import { isMainThread, MessageChannel, parentPort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Send } from './lua.ts'

/** A request, and the memory in which the worker says that the response is there. */
interface Order {
  asked: Parameters<Send>
  headers: Record<string, string>
  done: Int32Array<SharedArrayBuffer>
  answer: MessagePort
}

type MessagePort = MessageChannel['port1']

/** Returns a function that sends requests with these headers. A site that cannot be reached has the status 0. */
export function createSender(headers: Record<string, string>): Send {
  const worker = new Worker(new URL(import.meta.url))
  worker.unref()
  return (...asked) => {
    const done = new Int32Array(new SharedArrayBuffer(4))
    const { port1, port2: answer } = new MessageChannel()
    worker.postMessage({ asked, headers, done, answer } satisfies Order, [answer])
    Atomics.wait(done, 0, 0)
    const received: ReturnType<Send> = receiveMessageOnPort(port1)?.message
    port1.close()
    return received
  }
}

async function send(
  [method, url, body]: Order['asked'],
  headers: Order['headers'],
): Promise<ReturnType<Send>> {
  try {
    const response = await fetch(url, { method, headers, ...(method === 'POST' && { body }) })
    return { status: response.status, body: await response.text() }
  } catch (error) {
    return { status: 0, body: String(error) }
  }
}

if (!isMainThread)
  parentPort?.on('message', async ({ asked, headers, done, answer }: Order) => {
    answer.postMessage(await send(asked, headers))
    Atomics.store(done, 0, 1)
    Atomics.notify(done, 0)
  })
