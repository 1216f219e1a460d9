import type { Db } from '../foundation/database.ts'
import { deleteNotifications } from './delete-notifications.ts'
import type { Happening } from './texts.ts'

/** Deletes notifications of an event whose text names erased content, inside the transaction that erases it. Call it last there. */
export const forgetHappening = (db: Db, recipientId: string, { event, values }: Happening): Promise<void> =>
  deleteNotifications(db, recipientId, (eb) =>
    eb.and([eb('event', '=', event), eb('details', '=', JSON.stringify(values))]),
  )
