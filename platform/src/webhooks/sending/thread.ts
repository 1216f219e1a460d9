import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type Batch, deliverInTurn, type Responses } from './deliver.ts'
import { openWebhookConnections } from './post.ts'

/** A thread of `WebhookSender`: sends the requests of webhooks, so that the thread that serves pages does not. */

/** Message to this thread. `close`: ends the requests in progress. */
export type Order = { number: number; batch: Batch } | 'close'

/** Message of this thread for each batch. */
export interface Reply {
  number: number
  responses: Responses
}

export interface ThreadOptions {
  allowPrivateNetwork: boolean
}

if (parentPort) serve(parentPort)

function serve(port: NonNullable<typeof parentPort>): void {
  yieldToOthers()
  const { allowPrivateNetwork } = workerData as ThreadOptions
  const connections = openWebhookConnections(allowPrivateNetwork)
  port.on('message', async (order: Order) => {
    if (order === 'close') {
      connections.closing.abort()
      return
    }
    const responses = await deliverInTurn(order.batch, connections)
    port.postMessage({ number: order.number, responses } satisfies Reply)
  })
}

/** Lowers the priority of this thread on Linux, which has one for each thread (setpriority(2)). A sandbox may forbid it. */
function yieldToOthers(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}
