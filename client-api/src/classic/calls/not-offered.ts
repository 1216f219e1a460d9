import { Refused } from '@baseplate/platform/foundation/errors'
import { type ClassicCall, getOrPost, type Source } from '../call.ts'
import { jsonResponse, valueResponse } from '../replies.ts'

interface Row {
  paths: ClassicCall['paths']
  methods?: ClassicCall['methods']
  source: Source
  respond: () => Response
}

/** Returns a call that no caller needs a credential for, because its response is the same for all. */
const sameForAll = ({ methods = getOrPost, ...row }: Row): ClassicCall => ({
  methods,
  credential: 'none',
  ...row,
})

/** Refuses a service. Scripts of games get an error, so that no game believes that it has one. */
const refuse = (): never => {
  throw new Refused('client.not_offered')
}

/** Passes and points. */
const awardCalls: readonly Row[] = [
  {
    paths: ['/game/gamepass/gamepasshandler.ashx'],
    source: 'scripts',
    respond: () => valueResponse('boolean', false),
  },
  {
    paths: ['/points/get-point-balance'],
    source: 'servers',
    respond: () => jsonResponse({ success: true, pointBalance: 0 }),
  },
  {
    // A script that awards points gets an error for a failed award.
    paths: ['/points/award-points'],
    source: 'servers',
    respond: () => jsonResponse({ success: false, userBalance: 0, pointsAwarded: 0, userGameBalance: 0 }),
  },
  {
    paths: ['/points/get-awardable-points'],
    source: 'servers',
    respond: () => jsonResponse({ points: '0' }),
  },
]

const notBought = () => jsonResponse({ success: false, status: 'EconomyDisabled', receipt: null })

/** Products that games sell. */
const productCalls: readonly Row[] = [
  {
    // Scripts of games catch the failed call for an unknown product.
    paths: ['/marketplace/productdetails', '/marketplace/game-pass-product-info', '/game-pass-product-info'],
    methods: ['GET'],
    source: 'documentation',
    respond: () => {
      throw new Refused('assets.not_found')
    },
  },
  // The client tells the player that nothing can be bought now.
  {
    paths: ['/marketplace/purchase', '/marketplace/submitpurchase'],
    methods: ['POST'],
    source: 'servers',
    respond: notBought,
  },
  {
    // No receipt is valid, so that a server gives a player nothing for one.
    paths: ['/marketplace/validatepurchase'],
    source: 'servers',
    respond: () => jsonResponse({ playerId: 0, placeId: 0, isValid: false, productId: 0 }),
  },
  {
    paths: ['/gametransactions/getpendingtransactions'],
    source: 'servers',
    respond: () => jsonResponse([]),
  },
  {
    // No purchase has this receipt, so that there is none to complete.
    paths: ['/gametransactions/settransactionstatuscomplete'],
    methods: ['POST'],
    source: 'servers',
    respond: () => jsonResponse({ success: false }),
  },
]

/** Servers that players enter with a code. */
const reservedCalls: readonly Row[] = [
  {
    paths: ['/reservedservers/create', '/reservedservers/grantaccess'],
    methods: ['POST'],
    source: 'servers',
    respond: refuse,
  },
]

/**
 * Calls of services that the platform does not offer to games. Each response is one that clients and scripts of games take for "none"
 * or "not possible". None looks like a success.
 */
export const notOfferedCalls: readonly ClassicCall[] = [...awardCalls, ...productCalls, ...reservedCalls].map(
  sameForAll,
)
