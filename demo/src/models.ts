import { item, modelDocument } from '@baseplate/renderer/models/write-document'

type Numbers = readonly [x: number, y: number, z: number]

/** Describes a part by its size, its centre, and its colour in the palette. */
const part =
  (className: string, shape: number) =>
  (size: Numbers, at: Numbers, BrickColor: number, turn: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1]) =>
    item(className, { size, CFrame: [...at, ...turn], BrickColor, shape })

const ball = (across: number, at: Numbers, colour: number) =>
  part('Part', 0)([across, across, across], at, colour)
const block = part('Part', 1)
const cylinder = part('Part', 2)
const wedge = part('WedgePart', 1)

/** Cylinders lie along the x axis. This rotation stands them up. */
const standing = [0, -1, 0, 1, 0, 0, 0, 0, 1]
const upsideDown = [-1, 0, 0, 0, -1, 0, 0, 0, 1]
const backwards = [-1, 0, 0, 0, 1, 0, 0, 0, -1]

const [brown, grey, green, white, red, yellow, blue, black] = [192, 199, 28, 1, 21, 24, 23, 26]

/** Models for games, made of plain parts. */
export const models: readonly { name: string; file: Buffer }[] = (
  [
    [
      'Apple Tree',
      cylinder([5, 1, 1], [0, 2.5, 0], brown, standing),
      ...(
        [
          [0, 6, 0, 5],
          [1.8, 5, 0.6, 3.4],
          [-1.7, 5.2, -0.5, 3.6],
        ] as const
      ).map(([x, y, z, across]) => ball(across, [x, y, z], green)),
      ...(
        [
          [0.6, 5.6, -2.5],
          [-1.9, 5, -2.2],
          [2.2, 4.8, -1],
          [-0.6, 7, -2],
        ] as const
      ).map((at) => ball(0.7, at, red)),
    ],
    [
      'Boathouse',
      block([8, 5, 7], [0, 2.5, 0], white),
      block([8.6, 0.6, 7.6], [0, 0.2, 0], grey),
      wedge([8.8, 3, 4], [0, 6.5, -2], red),
      wedge([8.8, 3, 4], [0, 6.5, 2], red, backwards),
      block([2, 3.4, 0.2], [0, 1.9, -3.5], blue),
      ...([-2.7, 2.7] as const).map((x) => block([1.6, 1.6, 0.2], [x, 3.1, -3.5], yellow)),
    ],
    [
      'Snowman',
      ball(4, [0, 1.8, 0], white),
      ball(3, [0, 4.6, 0], white),
      ball(2.2, [0, 6.7, 0], white),
      ...([-0.4, 0.4] as const).map((x) => ball(0.3, [x, 7, -1], black)),
      cylinder([1, 0.3, 0.3], [0, 6.6, -1.4], 106, [0, 0, 1, 0, 1, 0, -1, 0, 0]),
      cylinder([0.2, 2.2, 2.2], [0, 7.7, 0], black, standing),
      cylinder([1.4, 1.4, 1.4], [0, 8.4, 0], black, standing),
    ],
    [
      'Lighthouse',
      ...Array.from({ length: 5 }, (_, floor) =>
        cylinder(
          [2, 4.4 - floor * 0.4, 4.4 - floor * 0.4],
          [0, 1 + floor * 2, 0],
          floor % 2 ? red : white,
          standing,
        ),
      ),
      cylinder([0.4, 4, 4], [0, 10.2, 0], grey, standing),
      ball(2.2, [0, 11.2, 0], yellow),
    ],
    [
      'Park Bench',
      ...([-0.7, 0, 0.7] as const).map((z) => block([6, 0.3, 0.6], [0, 2, z], brown)),
      ...([2.7, 3.5] as const).map((y) => block([6, 0.6, 0.3], [0, y, 1.1], brown)),
      ...([-2.4, 2.4] as const).map((x) => block([0.4, 4, 2.4], [x, 1.9, 0.4], black)),
    ],
    [
      'Toy Boat',
      block([3, 1.4, 6], [0, 0.7, 0.5], red),
      wedge([3, 1.4, 2], [0, 0.7, -3.5], red, upsideDown),
      block([2, 1.4, 2.4], [0, 2.1, 1.4], white),
      cylinder([1.8, 0.8, 0.8], [0, 3.4, 1.4], yellow, standing),
    ],
  ] as const
).map(([name, ...parts]) => ({ name, file: modelDocument(item('Model', { Name: name }, ...parts)) }))
