import type { BudgetKind, Caller } from '@baseplate/platform/game-data/door'
import type { Platform } from '@baseplate/platform/platform'
import type { ClassicContext } from '../classic/call.ts'
import { addBudget, refusalReply } from './replies.ts'

/** Finds the caller, spends its budget, and turns refusals into JSON. */
export const answerTo =
  <Of extends Caller>(
    platform: Platform,
    find: (c: ClassicContext) => Promise<Of>,
    kind: BudgetKind,
    handle: (c: ClassicContext, caller: Of) => Promise<Response>,
  ) =>
  async (c: ClassicContext): Promise<Response> => {
    try {
      const caller = await find(c)
      const budget = await platform.dataBudgets.spend(caller, kind)
      const response = await handle(c, caller)
      addBudget(response, budget)
      return response
    } catch (error) {
      const refusal = refusalReply(error)
      if (refusal) return refusal
      throw error
    }
  }
