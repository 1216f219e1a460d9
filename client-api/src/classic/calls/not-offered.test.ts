import { test } from 'vitest'
import { expectAnswers, type Row, registerCaller } from '../../testing/callers.ts'
import { makePlace, startClientApi } from '../../testing/client-api.ts'

test('what games cannot have yet is none or not possible for all callers', async () => {
  const api = await startClientApi()
  const anna = await registerCaller(api, 'Anna')
  const { serverTicket: ticket } = await makePlace(api.platform)
  const refused = '403 This platform does not offer this to games'
  const notBought = '200 {"success":false,"status":"EconomyDisabled","receipt":null}'
  const posted: [path: string, expected: string][] = [
    ['/marketplace/purchase', notBought],
    ['/marketplace/submitpurchase', notBought],
    ['/gametransactions/settransactionstatuscomplete', '200 {"success":false}'],
    ['/points/award-points', '200 {"success":false,"userBalance":0,"pointsAwarded":0,"userGameBalance":0}'],
    ['/reservedservers/create?placeId=1', refused],
    ['/reservedservers/grantaccess?reservedServerAccessCode=x', refused],
  ]
  const got: [path: string, expected: string][] = [
    [
      '/Game/GamePass/GamePassHandler.ashx?Action=HasPass&UserID=1&PassID=1',
      '200 <Value Type="boolean">false</Value>',
    ],
    ['/marketplace/productDetails?productId=1', '404 Asset not found'],
    ['/game-pass-product-info?gamePassId=1', '404 Asset not found'],
    [
      '/marketplace/validatepurchase?receipt=x',
      '200 {"playerId":0,"placeId":0,"isValid":false,"productId":0}',
    ],
    ['/gametransactions/getpendingtransactions?PlaceId=1&PlayerId=1', '200 []'],
    ['/points/get-point-balance?userId=1', '200 {"success":true,"pointBalance":0}'],
    ['/points/get-awardable-points?placeId=1', '200 {"points":"0"}'],
  ]
  const withTicket = (path: string) => `${path}${path.includes('?') ? '&' : '?'}ticket=${ticket}`
  await expectAnswers(api, [
    ...posted.flatMap(([path, expected]): Row[] => [
      [path, expected, undefined, 'value=1'],
      [withTicket(path), expected, anna, 'value=1'],
    ]),
    ...got.flatMap(([path, expected]): Row[] => [
      [path, expected],
      [withTicket(path), expected, anna],
    ]),
  ])
})
