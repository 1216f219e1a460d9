import type { Measurement } from './measurement.ts'
import type { Program } from './programs.ts'
import type { Scenario } from './run.ts'
import { catalog } from './scenarios/catalog.ts'
import { engine } from './scenarios/engine.ts'
import { gamesPage } from './scenarios/games-page.ts'
import { idle } from './scenarios/idle.ts'
import { join } from './scenarios/join.ts'
import { ledgerReplicated } from './scenarios/ledger-replicated.ts'
import { ledgerSize } from './scenarios/ledger-size.ts'
import { ledgerTakeOver } from './scenarios/ledger-take-over.ts'
import { ledgerTransact } from './scenarios/ledger-transact.ts'
import { pageLoad } from './scenarios/page-load.ts'
import { placeFile } from './scenarios/place-file.ts'
import { presence } from './scenarios/presence.ts'
import { purchases } from './scenarios/purchases.ts'
import { saves } from './scenarios/saves.ts'
import { scale } from './scenarios/scale.ts'
import { signIns } from './scenarios/sign-ins.ts'
import { verification } from './scenarios/verification.ts'

/** Sizes of scenarios, as options set them. */
export interface Sizes {
  players: number
  places: number
  assets: number
  events: number
  /** `SQLite` or `PostgreSQL`. */
  database: string
  seconds: number
  rounds: number
  sites: readonly number[]
}

export function scenariosOf(sizes: Sizes): Scenario[] {
  const { database, players, places, seconds, sites } = sizes
  const scenario = (name: string, needs: readonly Program[], measure: () => Promise<Measurement[]>) => ({
    name,
    needs,
    measure,
  })
  return [
    scenario('presence', ['wrk'], presence),
    scenario('join', ['wrk', 'openssl'], join),
    scenario('verification', ['wrk'], verification),
    scenario('saves', [], saves),
    scenario('sign-ins', [], signIns),
    scenario('games-page', ['wrk'], gamesPage),
    scenario('page-load', ['chromium'], pageLoad),
    scenario('place-file', [], placeFile),
    scenario('ledger-transact', ['wrk'], ledgerTransact),
    scenario('ledger-replicated', ['wrk', 'postgresql'], ledgerReplicated),
    scenario('ledger-take-over', ['postgresql'], () => ledgerTakeOver(sizes.rounds)),
    scenario('ledger-size', ['wrk'], () => ledgerSize(sizes.events)),
    scenario('purchases', ['wrk'], purchases),
    scenario('engine', ['minetest'], engine),
    scenario('idle', [], idle),
    scenario('catalog', ['wrk'], () => catalog({ assets: sizes.assets, database })),
    scenario('scale', [], () => scale({ players, places, seconds, sites })),
  ]
}
