/**
 * Movements of the figure. Their frame ranges, at 30 frames a second, are those of Minetest Game's player, so games can play them by
 * the same numbers.
 */

export type Bone = 'Torso' | 'Head' | 'Arm_Right' | 'Arm_Left' | 'Leg_Right' | 'Leg_Left'

/** Height in studs, and rotation in degrees about an axis from left to right. Positive angles turn the lower end of a limb forward. */
export interface Pose {
  /** Height of the hips. */
  hips: number
  turn: Partial<Record<Bone, number>>
}

interface Clip {
  /** First and last frame. */
  from: number
  to: number
  /** Frames between keys. The engine interpolates rotations between keys. */
  every: number
  /** @param share of the movement that has passed, from 0 to 1. The last frame of a loop comes just before its first. */
  pose: (share: number) => Pose
}

const standing = 2
const sitting = 0.5

/** Degrees by which limbs swing forward and back. */
const stride = { arms: 32, legs: 36 }

const wave = (share: number) => Math.sin(share * 2 * Math.PI)

const walking = (share: number): Pose['turn'] => ({
  Arm_Right: -stride.arms * wave(share),
  Arm_Left: stride.arms * wave(share),
  Leg_Right: stride.legs * wave(share),
  Leg_Left: -stride.legs * wave(share),
})

/** The right arm strikes from above. */
const striking = (share: number): Pose['turn'] => ({ Arm_Right: 75 + 30 * wave(share) })

export const clips: Readonly<Record<'stand' | 'sit' | 'lay' | 'walk' | 'mine' | 'walkMine', Clip>> = {
  stand: {
    from: 0,
    to: 79,
    every: 10,
    pose: (share) => ({
      hips: standing,
      turn: { Arm_Right: 2 * wave(share), Arm_Left: -2 * wave(share), Head: wave(share) },
    }),
  },
  sit: {
    from: 81,
    to: 160,
    every: 79,
    pose: () => ({
      hips: sitting,
      turn: { Leg_Right: 90, Leg_Left: 90, Arm_Right: 20, Arm_Left: 20 },
    }),
  },
  lay: { from: 162, to: 166, every: 4, pose: () => ({ hips: sitting, turn: { Torso: 90 } }) },
  walk: { from: 168, to: 187, every: 1, pose: (share) => ({ hips: standing, turn: walking(share) }) },
  mine: { from: 189, to: 198, every: 1, pose: (share) => ({ hips: standing, turn: striking(share) }) },
  walkMine: {
    from: 200,
    to: 219,
    every: 1,
    pose: (share) => ({ hips: standing, turn: { ...walking(share), ...striking(share * 2) } }),
  },
}

export interface Key extends Pose {
  frame: number
}

/** Returns the keys of all movements in order. */
export const keys: readonly Key[] = Object.values(clips).flatMap(({ from, to, every, pose }) => {
  const frames: number[] = []
  for (let frame = from; frame < to; frame += every) frames.push(frame)
  return [...frames, to].map((frame) => ({ frame, ...pose((frame - from) / (to + 1 - from)) }))
})
