import type { Clock } from '@baseplate/service/clock'

/** Makes a job of a sweep, which removes for good what is old: by the confirmed time, which no clock that is set hastens. */
export const sweepOf =
  <Parts extends { now: Clock; confirmedTime: () => Promise<number> }>(
    parts: Parts,
    sweep: (parts: Parts) => Promise<unknown>,
  ) =>
  async (): Promise<void> => {
    const time = await parts.confirmedTime()
    await sweep({ ...parts, now: () => time })
  }
