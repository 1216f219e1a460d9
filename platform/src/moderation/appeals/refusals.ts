import { Refused } from '../../foundation/errors.ts'

export const nothingToAppeal = () => new Refused('invalid', 'There is nothing that you could appeal against')

export const appealedAlready = () =>
  new Refused('invalid', 'You have appealed already. Once is all there is.')

export const noSuchAppeal = () => new Refused('missing', 'Appeal not found')

export const appealDecided = () => new Refused('invalid', 'This appeal is decided')

export const appealEnded = () => new Refused('invalid', 'What this appeal is about has ended')
