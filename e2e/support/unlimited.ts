import type { ConfigInput } from '@baseplate/platform/config/schema'

/** Limits for tests in which one user repeats an action as often as the machine allows. */
export const unlimited = {
  VotesPerHour: 1_000_000,
  PlaceFilesPerHour: 1_000_000,
} satisfies ConfigInput['Limits']
