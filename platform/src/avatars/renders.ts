import { Refused } from '../foundation/errors.ts'

/** Where pictures of users are asked for. */
export interface AvatarRenders {
  /**
   * Asks for new pictures of the user; they are there some time after this has answered.
   *
   * @throws Refused `failed` when nobody takes the request.
   */
  request(userId: string): Promise<void>
}

/** As long as there is no renderer, nobody does. */
export const createAvatarRenders = (): AvatarRenders => ({
  async request() {
    throw new Refused('failed', 'Failed to request render')
  },
})
